/** Hooks of Node: what the play page imports from `…/verify/` are the modules of the verifier's page, as the service serves them. */

const PAGE = new URL('../../web_verifier/page/', import.meta.url);

/** @param {string} specifier @param {{parentURL?: string}} context @param {(specifier: string, context: object) => Promise<object>} next */
export function resolve(specifier, context, next) {
  const shared = /^(?:\.\.\/)+verify\/(.+)$/.exec(specifier);
  const ours = context.parentURL?.includes('/fairseed/service/static/play/');
  return next(ours && shared ? new URL(shared[1], PAGE).href : specifier, context);
}

/** Invitations to private matches, which this tab keeps: one that was made here is told once, one that came with an address is taken out of it. */

const NAME = 'fairseed.invitation.';

/** @param {Storage} store */
export const invitations = (store) => ({
  /** @param {string} id */
  of: (id) => store.getItem(NAME + id) ?? '',
  /** @param {string} id @param {string} invitation */
  keep(id, invitation) {
    if (invitation) store.setItem(NAME + id, invitation);
  },
});

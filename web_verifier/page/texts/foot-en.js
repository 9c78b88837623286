/** English texts of what comes once the form stands: the self-test, the footer, dropping. */

/** @type {import('../ui/language.js').Texts} */
const texts = {
  'self.banner': 'Do not trust results on this page',
  'self.banner_text':
    'Its self-test failed: {what} came out wrong. The page may be damaged or changed. Get a fresh copy and compare its SHA-256.',
  'self.busy': 'Self-test',
  'self.busy_text': 'Known answers are being recomputed.',
  'self.passed': 'Self-test passed',
  'self.passed_both': {
    one: '{count} known answer recomputed when this page opened, once with its own code and once with the browser’s cryptography.',
    other:
      '{count} known answers recomputed when this page opened, once with its own code and once with the browser’s cryptography.',
  },
  'self.passed_own': {
    one: '{count} known answer recomputed when this page opened, with its own code. The browser offers no cryptography here to compare with.',
    other:
      '{count} known answers recomputed when this page opened, with its own code. The browser offers no cryptography here to compare with.',
  },
  'self.failed': 'Self-test failed',
  'self.failed_text': {
    one: '{count} of {total} known answers came out wrong. See the banner above.',
    other: '{count} of {total} known answers came out wrong. See the banner above.',
  },
  'foot.private': 'Nothing leaves this page',
  'foot.private_text': 'Its policy forbids every connection. Seeds and records stay on this device.',
  'foot.spec': 'Written from the specification',
  'foot.spec_text': 'A second implementation that shares no code with the operator’s program. {link}',
  'foot.spec_link': 'How it works',
  'foot.offline': 'Works without a network',
  'foot.offline_get': 'Download this page as one file ({size} KB).',
  'foot.offline_text': 'Its SHA-256, the same for everybody who has this version:',
  'foot.offline_here': 'This is the whole page in one file. Compare its SHA-256 with the one told at another place: sha256sum verifier.html',

  'drop.here': 'Drop a record, a bundle or a history here',

  'operator.choice': 'Operator',
  'operator.own': 'This operator (fairseed)',
};

export default texts;

/**
 * Known answers of the self-test: cases of `vectors/`, with their ids there, and of the standards that the hashes and signatures come
 * from. They are copied, so that the page needs no other file; a test compares them with the vectors.
 */

/** What a case is given that does not say otherwise. */
export const USUAL = Object.freeze({ server_seed: '0'.repeat(64), client_seed: 'client', nonce: '0', actions: [] });

/**
 * Rounds: the file of the vectors, the id, what is given and what must come out.
 * @type {readonly (readonly [game: string, id: number, given: Record<string, any>, expect: Record<string, any>])[]}
 */
export const ROUNDS = [
  [
    'dice',
    1,
    { params: { target: '50.00', direction: 'over' }, bet: { stake: 100 } },
    { outcome: { roll: '99.41' }, settlement: { staked: 100, returned: 196, multiplier: '1.9601' } },
  ],
  [
    'dice',
    2,
    { params: { target: '50.00', direction: 'over' }, bet: { stake: 100 }, nonce: '11840' },
    { outcome: { roll: '0.00' }, settlement: { staked: 100, returned: 0, multiplier: '1.9601' } },
  ],
  [
    'dice',
    3,
    { params: { target: '50.00', direction: 'over' }, bet: { stake: 100 }, nonce: '257' },
    { outcome: { roll: '100.00' }, settlement: { staked: 100, returned: 196, multiplier: '1.9601' } },
  ],
  [
    'dice',
    4,
    { params: { target: '50.00', direction: 'over' }, bet: { stake: 100 }, nonce: '267212' },
    { outcome: { roll: '70.64' }, settlement: { staked: 100, returned: 196, multiplier: '1.9601' } },
  ],
  [
    'limbo',
    1,
    { params: { target: '10000.00' }, bet: { stake: 100 } },
    { outcome: { multiplier: '1.00' }, settlement: { staked: 100, returned: 0, multiplier: '10000.0000' } },
  ],
  [
    'limbo',
    2,
    { params: { target: '10000.00' }, bet: { stake: 100 }, nonce: '560636' },
    { outcome: { multiplier: '1000000.00' }, settlement: { staked: 100, returned: 1000000, multiplier: '10000.0000' } },
  ],
  [
    'plinko',
    1,
    { params: { rows: 16, risk: 'high' }, bet: { stake: 100 } },
    { outcome: { path: 'RLLRRLRLLRLRLRLR', bin: 8 }, settlement: { staked: 100, returned: 17, multiplier: '0.1700' } },
  ],
  [
    'plinko',
    2,
    { params: { rows: 16, risk: 'high' }, bet: { stake: 100 }, nonce: '70267' },
    { outcome: { path: 'LLLLLLLLLLLLLLLL', bin: 0 }, settlement: { staked: 100, returned: 100000, multiplier: '1000.0000' } },
  ],
  [
    'plinko',
    3,
    { params: { rows: 16, risk: 'high' }, bet: { stake: 100 }, nonce: '21187' },
    { outcome: { path: 'RRRRRRRRRRRRRRRR', bin: 16 }, settlement: { staked: 100, returned: 100000, multiplier: '1000.0000' } },
  ],
  [
    'mines',
    1,
    { params: { size: 5, mines: 3 }, bet: { stake: 100 }, actions: [{ type: 'open', cell: 0 }, { type: 'open', cell: 2 }, { type: 'cash_out' }] },
    { outcome: { mines: [1, 8, 24], opened: [0, 2], result: 'cashed_out' }, settlement: { staked: 100, returned: 127, multiplier: '1.2727' } },
  ],
  [
    'mines',
    4,
    { params: { size: 5, mines: 3 }, bet: { stake: 100 }, actions: [{ type: 'open', cell: 0 }, { type: 'open', cell: 2 }, { type: 'open', cell: 24 }] },
    { outcome: { mines: [1, 8, 24], opened: [0, 2, 24], result: 'exploded' }, settlement: { staked: 100, returned: 0, multiplier: '0.0000' } },
  ],
  [
    'hilo',
    1,
    { params: {}, bet: { stake: 100 }, actions: [{ type: 'guess', guess: 'higher' }, { type: 'guess', guess: 'lower_or_same' }, { type: 'cash_out' }] },
    { outcome: { cards: ['As', '6c', '5s'], result: 'cashed_out' }, settlement: { staked: 100, returned: 225, multiplier: '2.2542' } },
  ],
  [
    'hilo',
    2,
    { params: {}, bet: { stake: 100 }, actions: [{ type: 'skip' }, { type: 'skip' }, { type: 'skip' }, { type: 'skip' }, { type: 'abandon', timeout: true }] },
    { outcome: { cards: ['As', '6c', '5s', 'Jh', '8s'], result: 'abandoned' }, settlement: { staked: 100, returned: 0, multiplier: '0.0000' } },
  ],
  [
    'hilo',
    4,
    { server_seed: '6fba7a1d83562f084dee6d9f64c2747f88f02d35c24fdd461e464700759c1bba', params: {}, bet: { stake: 100 }, actions: [{ type: 'guess', guess: 'higher' }, { type: 'cash_out' }], nonce: '11' },
    { outcome: { cards: ['As', 'Ks'], result: 'cashed_out' }, settlement: { staked: 100, returned: 106, multiplier: '1.0616' } },
  ],
  [
    'blackjack',
    2,
    { params: {}, bet: { stake: 100 }, nonce: '259694' },
    { outcome: { player_hands: [{ cards: ['Ad', 'Qs'], total: 21, result: 'natural', returned: 250 }], dealer: { cards: ['9c', '2d'], total: 11 }, side_bets: {} }, settlement: { staked: 100, returned: 250 } },
  ],
  [
    'blackjack',
    30,
    { server_seed: '6fba7a1d83562f084dee6d9f64c2747f88f02d35c24fdd461e464700759c1bba', params: {}, bet: { stake: 100 }, actions: [{ type: 'split' }], nonce: '261' },
    { outcome: { player_hands: [{ cards: ['Ac', 'Qd'], total: 21, result: 'win', returned: 200 }, { cards: ['As', '9c'], total: 20, result: 'win', returned: 200 }], dealer: { cards: ['3s', 'Ac', '9s', '6d'], total: 19 }, side_bets: {} }, settlement: { staked: 200, returned: 400 } },
  ],
  [
    'blackjack',
    33,
    { server_seed: '6fba7a1d83562f084dee6d9f64c2747f88f02d35c24fdd461e464700759c1bba', params: {}, bet: { stake: 100 }, actions: [{ type: 'split' }, { type: 'double' }, { type: 'double' }], nonce: '12' },
    { outcome: { player_hands: [{ cards: ['Qs', 'Td', '4d'], total: 24, result: 'bust', returned: 0 }, { cards: ['Tc', '9h', '5c'], total: 24, result: 'bust', returned: 0 }], dealer: { cards: ['2s', 'Jd'], total: 12 }, side_bets: {} }, settlement: { staked: 400, returned: 0 } },
  ],
  [
    'blackjack',
    37,
    { server_seed: '6fba7a1d83562f084dee6d9f64c2747f88f02d35c24fdd461e464700759c1bba', params: {}, bet: { stake: 100, perfect_pairs: 10, twenty_one_plus_three: 10 }, actions: [{ type: 'stand' }], nonce: '62' },
    { outcome: { player_hands: [{ cards: ['8h', '8h'], total: 16, result: 'win', returned: 200 }], dealer: { cards: ['7h', '9c', 'Qd'], total: 26 }, side_bets: { perfect_pairs: { result: 'perfect', returned: 260 }, twenty_one_plus_three: { result: 'flush', returned: 60 } } }, settlement: { staked: 120, returned: 520 } },
  ],
  [
    'raw',
    1,
    { params: { words: 1 } },
    { outcome: { words: [4269544295] } },
  ],
  [
    'raw',
    4,
    { params: { bytes: 1 } },
    { outcome: { bytes: 'fe' } },
  ],
  [
    'raw',
    8,
    { params: { integers: { n: 6, count: 10 } } },
    { outcome: { integers: [5, 1, 1, 4, 3, 0, 5, 0, 2, 4] } },
  ],
  [
    'raw',
    12,
    { params: { shuffle: 1 } },
    { outcome: { shuffle: [0] } },
  ],
  [
    'raw',
    14,
    { params: { sample: { n: 49, k: 6 } } },
    { outcome: { sample: [48, 16, 1, 37, 28, 9] } },
  ],
];

/**
 * Records: the id in the vectors, the text, and the status of each check by its first letter.
 * @type {readonly (readonly [id: number, text: string, statuses: string])[]}
 */
export const RECORDS = [
  // dice
  [
    1,
    '{"type": "fairseed/round/v1", "round_id": "dice-0", "game": "dice", "params": {"rtp": "0.98", "min_multiplier": "1.0100", "max_payout": 10000000, "target": "50.00", "direction": "over"}, "bet": {"stake": 100}, "seeds": {"scheme": "fairseed-v1", "server_seed_hash": "60e05bd1b195af2f94112fa7197a5c88289058840ce7c6df9693756bc6250f55", "server_seed": "0000000000000000000000000000000000000000000000000000000000000000", "client_seed": "client", "nonce": 0}, "actions": [], "outcome": {"roll": "99.41"}, "settlement": {"staked": 100, "returned": 196, "multiplier": "1.9601"}}',
    'ppssppp',
  ],
  // dice: not revealed
  [
    26,
    '{"type": "fairseed/round/v1", "round_id": "dice-0", "game": "dice", "params": {"rtp": "0.98", "min_multiplier": "1.0100", "max_payout": 10000000, "target": "50.00", "direction": "over"}, "bet": {"stake": 100}, "seeds": {"scheme": "fairseed-v1", "server_seed_hash": "60e05bd1b195af2f94112fa7197a5c88289058840ce7c6df9693756bc6250f55", "client_seed": "client", "nonce": 0}, "actions": [], "outcome": {"roll": "99.41"}, "settlement": {"staked": 100, "returned": 196, "multiplier": "1.9601"}}',
    'pssspss',
  ],
  // void, the stake given back
  [
    31,
    '{"type": "fairseed/round/v1", "round_id": "dice-0", "game": "dice", "params": {"rtp": "0.98", "min_multiplier": "1.0100", "max_payout": 10000000, "target": "50.00", "direction": "over"}, "bet": {"stake": 100}, "seeds": {"scheme": "fairseed-v1", "server_seed_hash": "60e05bd1b195af2f94112fa7197a5c88289058840ce7c6df9693756bc6250f55", "server_seed": "0000000000000000000000000000000000000000000000000000000000000000", "client_seed": "client", "nonce": 0}, "actions": [], "settlement": {"staked": 100, "returned": 100}, "void": {"reason": "deadline"}}',
    'ppssssp',
  ],
  // another roll
  [
    35,
    '{"type": "fairseed/round/v1", "round_id": "dice-0", "game": "dice", "params": {"rtp": "0.98", "min_multiplier": "1.0100", "max_payout": 10000000, "target": "50.00", "direction": "over"}, "bet": {"stake": 100}, "seeds": {"scheme": "fairseed-v1", "server_seed_hash": "60e05bd1b195af2f94112fa7197a5c88289058840ce7c6df9693756bc6250f55", "server_seed": "0000000000000000000000000000000000000000000000000000000000000000", "client_seed": "client", "nonce": 0}, "actions": [], "outcome": {"roll": "99.42"}, "settlement": {"staked": 100, "returned": 196, "multiplier": "1.9601"}}',
    'ppsspfp',
  ],
  // a chip more
  [
    36,
    '{"type": "fairseed/round/v1", "round_id": "dice-0", "game": "dice", "params": {"rtp": "0.98", "min_multiplier": "1.0100", "max_payout": 10000000, "target": "50.00", "direction": "over"}, "bet": {"stake": 100}, "seeds": {"scheme": "fairseed-v1", "server_seed_hash": "60e05bd1b195af2f94112fa7197a5c88289058840ce7c6df9693756bc6250f55", "server_seed": "0000000000000000000000000000000000000000000000000000000000000000", "client_seed": "client", "nonce": 0}, "actions": [], "outcome": {"roll": "99.41"}, "settlement": {"staked": 100, "returned": 197, "multiplier": "1.9601"}}',
    'ppssppf',
  ],
  // another server seed
  [
    42,
    '{"type": "fairseed/round/v1", "round_id": "dice-0", "game": "dice", "params": {"rtp": "0.98", "min_multiplier": "1.0100", "max_payout": 10000000, "target": "50.00", "direction": "over"}, "bet": {"stake": 100}, "seeds": {"scheme": "fairseed-v1", "server_seed_hash": "60e05bd1b195af2f94112fa7197a5c88289058840ce7c6df9693756bc6250f55", "server_seed": "6fba7a1d83562f084dee6d9f64c2747f88f02d35c24fdd461e464700759c1bba", "client_seed": "client", "nonce": 0}, "actions": [], "outcome": {"roll": "99.41"}, "settlement": {"staked": 100, "returned": 196, "multiplier": "1.9601"}}',
    'pfsspfp',
  ],
  // a target out of range
  [
    44,
    '{"type": "fairseed/round/v1", "round_id": "dice-0", "game": "dice", "params": {"rtp": "0.98", "min_multiplier": "1.0100", "max_payout": 10000000, "target": "0.00", "direction": "over"}, "bet": {"stake": 100}, "seeds": {"scheme": "fairseed-v1", "server_seed_hash": "60e05bd1b195af2f94112fa7197a5c88289058840ce7c6df9693756bc6250f55", "server_seed": "0000000000000000000000000000000000000000000000000000000000000000", "client_seed": "client", "nonce": 0}, "actions": [], "outcome": {"roll": "99.41"}, "settlement": {"staked": 100, "returned": 196, "multiplier": "1.9601"}}',
    'ppssfss',
  ],
  // a fraction
  [
    72,
    '{"type": "fairseed/round/v1", "round_id": "dice-0", "game": "dice", "params": {"rtp": "0.98", "min_multiplier": "1.0100", "max_payout": 10000000, "target": "50.00", "direction": "over"}, "bet": {"stake": 100.0}, "seeds": {"scheme": "fairseed-v1", "server_seed_hash": "60e05bd1b195af2f94112fa7197a5c88289058840ce7c6df9693756bc6250f55", "server_seed": "0000000000000000000000000000000000000000000000000000000000000000", "client_seed": "client", "nonce": 0}, "actions": [], "outcome": {"roll": "99.41"}, "settlement": {"staked": 100, "returned": 196, "multiplier": "1.9601"}}',
    'fssssss',
  ],
  // a repeated key
  [
    76,
    '{"type": "fairseed/round/v1", "round_id": "dice-0", "game": "dice", "params": {"rtp": "0.98", "min_multiplier": "1.0100", "max_payout": 10000000, "target": "50.00", "direction": "over"}, "bet": {"stake": 100}, "seeds": {"scheme": "fairseed-v1", "server_seed_hash": "60e05bd1b195af2f94112fa7197a5c88289058840ce7c6df9693756bc6250f55", "server_seed": "0000000000000000000000000000000000000000000000000000000000000000", "client_seed": "client", "nonce": 0, "nonce": 0}, "actions": [], "outcome": {"roll": "99.41"}, "settlement": {"staked": 100, "returned": 196, "multiplier": "1.9601"}}',
    'fssssss',
  ],
];

/**
 * Hashes: the algorithm, the text that is hashed, the hexadecimal digest. FIPS 180-4 and its examples.
 * @type {readonly (readonly [algorithm: 'SHA-256' | 'SHA-512', text: string, digest: string])[]}
 */
export const HASHES = [
  ['SHA-256', '', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['SHA-256', 'abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ['SHA-256', '0'.repeat(64), '60e05bd1b195af2f94112fa7197a5c88289058840ce7c6df9693756bc6250f55'],
  [
    'SHA-512',
    'abc',
    'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
  ],
];

/**
 * HMAC-SHA256: the key and the message as texts, the hexadecimal code. RFC 4231, section 4.3, and block 0 of the check values.
 * @type {readonly (readonly [key: string, message: string, code: string])[]}
 */
export const CODES = [
  ['Jefe', 'what do ya want for nothing?', '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843'],
  ['0'.repeat(64), 'client:0:0', 'fe7c1367538d6ccf4d0be430bde1079389741a0e1ce752a5e8c7ae7321d1d6ec'],
];

/**
 * Ed25519 in hexadecimal: public key, message, signature. RFC 8032, section 7.1, tests 1 and 2.
 * @type {readonly (readonly [key: string, message: string, signature: string])[]}
 */
export const SIGNATURES = [
  [
    'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    '',
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  ],
  [
    '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    '72',
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  ],
];

/** A hand of several players: derivation.md, sections 7 and 8. */
export const HAND = Object.freeze({
  client_seeds: { 1: 'alpha', 4: 'b:c', 6: 'игрок' },
  table_client_seed: '941ad3ed55ed7816480e146d43e732c994232e3dd78d1a57b0ab8a124d356a05',
  deck_root: '6c3cc0fed98fae68e502ceb15b3f289dd8af382b239a8ec358456ebb3b9b54c7',
  perm: [42, 0, 32, 18, 4],
  dealt: 'Js Kh Jc Qd Qh Ah Jh Jd 7s 9c',
  carousel: 0,
});

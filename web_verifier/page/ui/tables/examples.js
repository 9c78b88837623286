/**
 * Hands at tables, to look at. Their server seed is that of the other examples, so everybody may know it; every seat acted by a published
 * policy (`docs/bots.md`), and the hands were played by nobody.
 */

/** Records as text, as they would come out of a file. @type {Readonly<Record<string, string>>} */
export const TABLES = {
  holdem: `{"type": "fairseed/round/v1",
 "round_id": "example-holdem",
 "game": "holdem",
 "params": {"small_blind":50,"big_blind":100,"ante":0,"limit":"no","strict_reopen":false,"reveal":"session","rake":{"preset":"six_percent","cap":300},"decision_seconds":30,"seat_seeds":"chain"},
 "table": {"table_id":"Evening","hand":17,"button":2,"stacks":{"1":9850,"2":12400,"3":8900,"4":2300,"5":8000,"6":10300},"bots":{"4":"count/1"}},
 "seeds": {"scheme":"fairseed-v1","server_seed_hash":"09dbe0f4445c59f0583bc2a6e77bf983ecb5ad24393d0d871c5c8a7d6c9035c3","server_seed":"6fba7a1d83562f084dee6d9f64c2747f88f02d35c24fdd461e464700759c1bba","client_seeds":{"1":"07679a027345e96de790c4451ebaad601c306f799aa0e884e77a25ce206ab7e8","2":"8d1d558fe9c50c2d56f70ef323264df30fb092414ae1c1e38286314e1fe80cfb","3":"e435496806bd3418b808eb14f927d5b6f24a4f14ebe5b7464d58437f1d037387","4":"44b0a4a3dd4371c5c34022cbae6ee0ac044a8103ff9a12ca9da3f94dfb625770","5":"322f1d77dbacff1baf6641fe658db2c9973af1c795f2f89334b46d00013c5c5c","6":"71dfd79ebfaee60be20919c6484f17d213292fe6e0111956494e841f8673ee1a"},"chain_heads":{"1":"c6a00e8841ddadb13b7387b9868d60d0fc137aa31fe6366b337434bcca706586","2":"182e883be4d62a73cbbf091ec5217aa4aa0a9a077e7ec275846c81706606a69d","3":"0b6f90d789c65c86e6a51092b503749e66d0d56bcae5a6d664028b7b4671e75e","4":"7f679593968c3ee530a779de05f0961ec68573a8b417a421c3d992f605c07a86","5":"6c158022af8786c18310a3b6c43571a228f7b613719c1d90447e55ae21a85889","6":"34b37efa7eaf88228c5b989fe267a68de03bf132060e7193287af46e60466ac0"},"nonce":1738},
 "deck_root": "7962aebc52a0f791a7180cb4e0c45182677e142cfd8bdbd01e34e31040479eb7",
 "actions": [{"seat":5,"type":"fold"},{"seat":6,"type":"fold"},{"seat":1,"type":"fold"},{"seat":2,"type":"call"},{"seat":3,"type":"call"},{"seat":4,"type":"check"},{"seat":3,"type":"check"},{"seat":4,"type":"check"},{"seat":2,"type":"check"},{"seat":3,"type":"check"},{"seat":4,"type":"check"},{"seat":2,"type":"check"},{"seat":3,"type":"raise","to":300},{"seat":4,"type":"raise","to":1200},{"seat":2,"type":"raise","to":4200},{"seat":3,"type":"raise","to":8800},{"seat":4,"type":"call"},{"seat":2,"type":"call"}],
 "outcome": {"board":["3c","4h","7h","2s","5c"],"hole":{"1":["9s","Td"],"2":["Ad","Kc"],"3":["As","Qh"],"4":["Kd","6s"],"5":["2h","Qd"],"6":["Ac","2d"]},"uncalled":{},"pots":[{"amount":6900,"rake":300,"winners":{"4":6600}},{"amount":13200,"rake":0,"winners":{"2":6600,"3":6600}}],"rake":300,"stacks":{"1":9850,"2":10100,"3":6600,"4":6600,"5":8000,"6":10300}},
 "settlement": {"staked":{"1":0,"2":8900,"3":8900,"4":2300,"5":0,"6":0},"returned":{"1":0,"2":6600,"3":6600,"4":6600,"5":0,"6":0}}}`,
  naiko: `{"type": "fairseed/round/v1",
 "round_id": "example-naiko",
 "game": "naiko",
 "params": {"small_blind":50,"big_blind":100,"ante":0,"limit":"no","strict_reopen":false,"reveal":"session","rake":{"preset":"none"},"decision_seconds":30,"seat_seeds":"chain","shield_seconds":8},
 "table": {"table_id":"Morning","hand":5,"button":4,"stacks":{"1":9000,"2":10000,"3":11000,"4":10000},"bots":{"2":"odds/1"},"destellos":{"1":2,"2":2,"3":2,"4":2}},
 "seeds": {"scheme":"fairseed-v1","server_seed_hash":"09dbe0f4445c59f0583bc2a6e77bf983ecb5ad24393d0d871c5c8a7d6c9035c3","server_seed":"6fba7a1d83562f084dee6d9f64c2747f88f02d35c24fdd461e464700759c1bba","client_seeds":{"1":"cd20fd6756f0a46a01dbc46eff6f25332bf39b285517713f12b853c6034a2f29","2":"5dbb91e6103cd4e41d0d0a2e43e31dcccf95f80e1c760cb77e03a7e57eae74c5","3":"da86557f3947f061ed76c2191ea7e83d0274d8627fd9c1b08ad5684f4b0a8537","4":"f71b55698c07cde4a2d388e9dd4e940a4ddff7942a19d8a5339489e6a169149b"},"chain_heads":{"1":"08c0e0e29406e79271d51ce4aea6da553f77d3385450ccf7d53eaa9616c01e96","2":"252e12b517f24f61e1e1a5b94d4f13a1e730cfb08337a8e4756427d8be1b708e","3":"08395c5179f659bd23a3169c384fccb07b9b0e57ec596bae16fdaacc60137729","4":"57faed79426bf500405f32440403ee7d733228919f7a1c36cde85d1e5cead7f7"},"nonce":281},
 "deck_root": "4b61ae480a6c8696c76945cefc5e211167ea82111a2dc5cd3e74c2cec68271f8",
 "actions": [{"seat":3,"type":"peek"},{"seat":3,"type":"fold"},{"seat":4,"type":"peek"},{"seat":4,"type":"fold"},{"seat":1,"type":"peek"},{"seat":1,"type":"call"},{"seat":2,"type":"check"},{"seat":1,"type":"check"},{"seat":2,"type":"peek"},{"seat":2,"type":"check"},{"seat":1,"type":"check"},{"seat":2,"type":"check"},{"seat":1,"type":"anchor","target":2},{"seat":2,"type":"shield"},{"seat":1,"type":"raise","to":200},{"seat":2,"type":"call"}],
 "outcome": {"board":["2c","Ah","Qs","9d","Jh"],"hole":{"1":["Tc","8c"],"2":["2d","Qh"],"3":["Kd","6h"],"4":["4d","2h"]},"uncalled":{},"pots":[{"amount":600,"rake":0,"winners":{"1":600}}],"rake":0,"stacks":{"1":9300,"2":9700,"3":11000,"4":10000},"carousel":["peek","anchor","shield"],"destellos":{"1":0,"2":1,"3":2,"4":2}},
 "settlement": {"staked":{"1":300,"2":300,"3":0,"4":0},"returned":{"1":600,"2":0,"3":0,"4":0}}}`,
};

export const EXAMPLE_GAMES = Object.freeze(Object.keys(TABLES));

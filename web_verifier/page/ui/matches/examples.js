/**
 * A match to look at. Its server seed is that of the other examples, so everybody may know it; one player is a bot (`docs/bots.md`), and the match was
 * played by nobody.
 */

/** A record as text, as it would come out of a file. */
export const MATCH = `{"type": "fairseed/round/v1",
 "round_id": "example-tavern-dice",
 "game": "tavern_dice",
 "params": {"players":2,"ante":100,"target":1500,"commission":"0.05","decision_seconds":30,"grace_seconds":60,"seat_seeds":"chain"},
 "seeds": {"scheme":"fairseed-v1","server_seed_hash":"09dbe0f4445c59f0583bc2a6e77bf983ecb5ad24393d0d871c5c8a7d6c9035c3","server_seed":"6fba7a1d83562f084dee6d9f64c2747f88f02d35c24fdd461e464700759c1bba","client_seeds":{"0":"c294853cbd2646508d37b46a81d853ca3ca87cb069d73f08ba655e74ed96016a","1":"a9ffbfe8b8c2d79284e17b4a382609f3f24d18db6af9b98a008c637f08af4bde"},"nonce":9007199254740991,"chain_heads":{"0":"e85e32b90765c410c529616902b1bcaf8a91354ee8c89aaa2cc5c17428440532","1":"553d1d2181292e5c4f6c00bbfd620efbb639e77dc687faad6c87eb854405364b"}},
 "actions": [{"player":0,"type":"roll"},{"player":0,"type":"keep","dice":[0]},{"player":0,"type":"roll"},{"player":0,"type":"keep","dice":[3]},{"player":0,"type":"roll"},{"player":0,"type":"keep","dice":[1,2,3]},{"player":0,"type":"bank"},{"player":1,"type":"roll"},{"player":1,"type":"keep","dice":[5,3,4,0,1]},{"player":1,"type":"bank"},{"player":0,"type":"roll"},{"player":0,"type":"keep","dice":[0,1,2,3,4,5]},{"player":0,"type":"roll"},{"player":0,"type":"keep","dice":[0,1,2,3]},{"player":0,"type":"bank"}],
 "outcome": {"starter":0,"rolls":[[5,5,4,4,2,2],[3,2,6,5,5],[4,3,3,3],[5,1,1,2,4,3],[3,5,5,4,6,2],[2,1,2,2,3,5]],"scores":[1500,500],"winner":0},
 "settlement": {"staked":{"0":100,"1":100},"returned":{"0":190,"1":0}},
 "table": {"bots":{"0":"win/1"}}}`;

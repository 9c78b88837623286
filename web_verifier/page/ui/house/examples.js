/** Rounds against the house, to look at. Their server seed is all zeros, so everybody may know it; they were played by nobody. */

/** Records as text, as they would come out of a file. @type {Readonly<Record<string, string>>} */
export const HOUSE = {
  russian_poker: `{
 "type": "fairseed/round/v1",
 "round_id": "example-russian_poker",
 "game": "russian_poker",
 "params": {
  "boxes": 3,
  "exchange_price": "1",
  "ante_pays": false,
  "double_straight": "pair",
  "max_win": 10000000,
  "min_ante": 1,
  "max_ante": 1000000000000000
 },
 "bet": {
  "antes": [
   10,
   20,
   30
  ]
 },
 "seeds": {
  "scheme": "fairseed-v1",
  "server_seed_hash": "60e05bd1b195af2f94112fa7197a5c88289058840ce7c6df9693756bc6250f55",
  "server_seed": "0000000000000000000000000000000000000000000000000000000000000000",
  "client_seed": "client",
  "nonce": 0
 },
 "actions": [
  {
   "box": 0,
   "type": "exchange",
   "cards": [
    "As",
    "9d"
   ]
  },
  {
   "box": 1,
   "type": "buy_sixth"
  },
  {
   "box": 0,
   "type": "bet"
  },
  {
   "box": 1,
   "type": "bet"
  },
  {
   "box": 2,
   "type": "bet"
  },
  {
   "box": 0,
   "type": "buy_dealer"
  },
  {
   "box": 1,
   "type": "take_ante"
  }
 ],
 "outcome": {
  "boxes": [
   {
    "cards": [
     "Jh",
     "Kh",
     "8d",
     "5s",
     "4d"
    ],
    "combination": null,
    "second": null,
    "result": "lose",
    "returned": 0
   },
   {
    "cards": [
     "6d",
     "4h",
     "Qd",
     "Ac",
     "3s",
     "9s"
    ],
    "combination": null,
    "second": null,
    "result": "no_game",
    "returned": 80
   },
   {
    "cards": [
     "2d",
     "Ks",
     "4s",
     "8h",
     "Jc"
    ],
    "combination": null,
    "second": null,
    "result": "no_game",
    "returned": 120
   }
  ],
  "dealer": {
   "cards": [
    "Js",
    "5c",
    "Qh",
    "2s",
    "Jd"
   ],
   "replaced": [
    "Kd"
   ],
   "combination": "pair"
  }
 },
 "settlement": {
  "staked": 220,
  "returned": 200
 }
}`,
  five_card_poker: `{
 "type": "fairseed/round/v1",
 "round_id": "example-five_card_poker",
 "game": "five_card_poker",
 "params": {
  "boxes": 2,
  "room": "standard",
  "table": "public",
  "min_ante": 2,
  "max_ante": 1000000000000000
 },
 "bet": {
  "antes": [
   10,
   20
  ]
 },
 "seeds": {
  "scheme": "fairseed-v1",
  "server_seed_hash": "60e05bd1b195af2f94112fa7197a5c88289058840ce7c6df9693756bc6250f55",
  "server_seed": "0000000000000000000000000000000000000000000000000000000000000000",
  "client_seeds": {
   "0": "5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f5f",
   "1": "a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7"
  },
  "chain_heads": {
   "0": "ce63c4ebf143f2aade4d14b4e5d941832c7af9ef9a000df459c9b6a07f155486",
   "1": "9921d3e0b65c801d2273fb20cc7bcc57e7782c46692479f6f1502cdf65ba098f"
  },
  "nonce": 0
 },
 "actions": [
  {
   "box": 0,
   "type": "raise"
  },
  {
   "box": 1,
   "type": "raise"
  }
 ],
 "outcome": {
  "boxes": [
   {
    "cards": [
     "9s",
     "Ah",
     "6h",
     "7h",
     "8d"
    ],
    "combination": null,
    "second": null,
    "result": "no_game",
    "returned": 40
   },
   {
    "cards": [
     "2h",
     "Js",
     "Qh",
     "8c",
     "2c"
    ],
    "combination": "pair",
    "second": null,
    "result": "no_game",
    "returned": 80
   }
  ],
  "dealer": {
   "cards": [
    "Tc",
    "3d",
    "8h",
    "As",
    "6c"
   ],
   "replaced": [],
   "combination": null
  }
 },
 "settlement": {
  "staked": {
   "0": 30,
   "1": 60
  },
  "returned": {
   "0": 40,
   "1": 80
  }
 }
}`,
};

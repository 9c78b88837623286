/**
 * `node live.mjs`: what the play page says of a hand that it is shown, before it acts. A JSON list of `{"hand", "seat", "given"}` on standard
 * input, of one hand after the other; a JSON list on standard output: why each raises the alarm, or null.
 */

import { readFileSync } from 'node:fs';
import { load } from '../play/page.mjs';

const { LiveCheck } = await load('tables/live.js');
const live = new LiveCheck();
const asked = JSON.parse(readFileSync(0, 'utf8'));
console.log(JSON.stringify(asked.map((/** @type {any} */ { hand, seat, given }) => live.check(hand, seat, given).alarm?.why ?? null)));

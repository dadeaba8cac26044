import type { Canvas } from './canvas.js';
import { confetti, gingham, planks, poster, rug, terrazzo, tiles } from './grounds-indoors.js';
import { autumn, beach, grass, horizon, pool } from './grounds-outdoors.js';
import {
  beachBall,
  book,
  coffee,
  flower,
  iceCream,
  paw,
  type Prop,
  rubberDuck,
  star,
  sunglasses,
} from './props.js';
import { pick, type Random } from './random.js';

/** Where the feet are: what they stand on and what may lie beside them. */
export interface Scene {
  readonly ground: (random: Random, canvas: Canvas) => string;
  readonly props: readonly [Prop, ...Prop[]];
  readonly outdoors: boolean;
  /** Whether feet put up, with their soles to the viewer, look natural there. */
  readonly solesUp: boolean;
}

const SCENES: readonly [Scene, ...Scene[]] = [
  { ground: beach, props: [star, beachBall, sunglasses, iceCream], outdoors: true, solesUp: false },
  { ground: horizon, props: [beachBall, sunglasses, star], outdoors: true, solesUp: true },
  { ground: pool, props: [rubberDuck, beachBall], outdoors: true, solesUp: true },
  { ground: grass, props: [flower, book, sunglasses, paw], outdoors: true, solesUp: true },
  { ground: autumn, props: [coffee, book], outdoors: true, solesUp: false },
  { ground: tiles, props: [rubberDuck, paw, coffee], outdoors: false, solesUp: false },
  { ground: rug, props: [coffee, book, paw], outdoors: false, solesUp: true },
  { ground: planks, props: [coffee, book, paw, sunglasses], outdoors: false, solesUp: false },
  { ground: confetti, props: [iceCream, flower], outdoors: false, solesUp: true },
  { ground: gingham, props: [iceCream, book, flower, sunglasses], outdoors: true, solesUp: true },
  { ground: terrazzo, props: [coffee, paw, sunglasses], outdoors: false, solesUp: false },
  { ground: poster, props: [flower, sunglasses, coffee], outdoors: false, solesUp: true },
];

export function pickScene(random: Random): Scene {
  return pick(random, SCENES);
}

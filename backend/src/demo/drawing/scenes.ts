import type { Canvas } from './canvas.js';
import { confetti, gingham, planks, poster, rug, terrazzo, tiles } from './grounds-indoors.js';
import { autumn, beach, grass, horizon, pool } from './grounds-outdoors.js';
import {
  beachBall,
  book,
  coffee,
  flower,
  iceCream,
  cat,
  type Prop,
  rubberDuck,
  star,
  sunglasses,
} from './props.js';
import { pick, type Random } from './random.js';

/** A setting: the ground below the feet and the props beside them. */
export interface Scene {
  readonly ground: (random: Random, canvas: Canvas) => string;
  readonly props: readonly [Prop, ...Prop[]];
  readonly outdoors: boolean;
  /** Whether soles facing the viewer look natural here. */
  readonly solesUp: boolean;
  /** Whether it is wet here, so that all feet are bare. */
  readonly wet: boolean;
  /** Whether the ground looks the same from all sides, so that feet may enter from any side. */
  readonly fromAnySide: boolean;
}

const SCENES: readonly [Scene, ...Scene[]] = [
  {
    ground: beach,
    wet: false,
    fromAnySide: false,
    props: [star, beachBall, sunglasses, iceCream],
    outdoors: true,
    solesUp: false,
  },
  {
    ground: horizon,
    wet: false,
    fromAnySide: false,
    props: [beachBall, sunglasses, star],
    outdoors: true,
    solesUp: false,
  },
  {
    ground: pool,
    wet: true,
    fromAnySide: true,
    props: [rubberDuck, beachBall],
    outdoors: true,
    solesUp: true,
  },
  {
    ground: grass,
    wet: false,
    fromAnySide: true,
    props: [flower, book, sunglasses, cat],
    outdoors: true,
    solesUp: true,
  },
  { ground: autumn, wet: false, fromAnySide: true, props: [coffee, book], outdoors: true, solesUp: false },
  {
    ground: tiles,
    wet: false,
    fromAnySide: true,
    props: [rubberDuck, cat, coffee],
    outdoors: false,
    solesUp: false,
  },
  { ground: rug, wet: false, fromAnySide: false, props: [coffee, book, cat], outdoors: false, solesUp: true },
  {
    ground: planks,
    wet: false,
    fromAnySide: true,
    props: [coffee, book, cat, sunglasses],
    outdoors: false,
    solesUp: false,
  },
  {
    ground: confetti,
    wet: false,
    fromAnySide: true,
    props: [iceCream, flower],
    outdoors: false,
    solesUp: true,
  },
  {
    ground: gingham,
    wet: false,
    fromAnySide: true,
    props: [iceCream, book, flower, sunglasses],
    outdoors: true,
    solesUp: true,
  },
  {
    ground: terrazzo,
    wet: false,
    fromAnySide: true,
    props: [coffee, cat, sunglasses],
    outdoors: false,
    solesUp: false,
  },
  {
    ground: poster,
    wet: false,
    fromAnySide: true,
    props: [flower, sunglasses, coffee],
    outdoors: false,
    solesUp: true,
  },
];

export function pickScene(random: Random): Scene {
  return pick(random, SCENES);
}

import { BODY } from './foot.js';
import type { Trio } from './palette.js';
import { pick, type Random } from './random.js';

/** What is drawn below a foot, above it, and above its leg, in the foot's coordinates. */
export interface Footwear {
  /** The outline of the shadow, if it differs from the foot's. */
  readonly outline: string | null;
  readonly under: string;
  readonly over: string;
  readonly overLeg: string;
  /** Whether the toes are covered, so that no bare foot is drawn. */
  readonly covers: boolean;
}

const NOTHING: Footwear = { outline: null, under: '', over: '', overLeg: '', covers: false };

/** A sole slightly larger than the foot. */
const SOLE =
  'M-128-150C-134-262-104-322-50-320C30-318 112-268 150-180C172-128 150-56 130 14C112 84 100 150 98 210C96 280 46 310 0 310' +
  'C-50 310-94 280-96 210C-98 150-96 110-104 60C-118-10-126-80-128-150Z';

/** A foot in a sock, with a round front instead of toes. */
const SOCK =
  'M-110-118C-120-226-90-300-30-300C56-300 138-220 146-100C150-70 126-36 110 24C92 92 77 152 74 204C70 260 40 282 0 282' +
  'C-36 282-70 260-72 204C-74 160-72 116-84 62C-102-8-106-60-110-118Z';

/** The part of the sock from the ankle to the cuff. */
const SHAFT = 'M-58 116C-74 176-76 240-80 330L-88 520H92L84 330C80 240 76 182 60 116C38 82-36 82-58 116Z';

export function barefoot(): Footwear {
  return NOTHING;
}

export function flipFlops(trio: Trio): Footwear {
  const strap = 'M-22-204C-34-150-90-96-116-30M-22-204C8-150 96-96 136-22';
  return {
    ...NOTHING,
    outline: SOLE,
    under: sole(trio.ground, trio.accent),
    over:
      `<path d="${strap}" transform="translate(5 8)" fill="none" stroke="#000" stroke-opacity=".16" stroke-width="26" stroke-linecap="round"/>` +
      `<path d="${strap}" fill="none" stroke="${trio.contrast}" stroke-width="25" stroke-linecap="round"/>` +
      `<path d="${strap}" fill="none" stroke="${trio.accent}" stroke-width="7" stroke-linecap="round"/>` +
      `<circle cx="-22" cy="-202" r="17" fill="${trio.accent}"/>`,
  };
}

export function sandals(trio: Trio): Footwear {
  const band = (y: number) =>
    `<path d="M-124 ${y}Q4 ${y - 66} 136 ${y + 6}V${y + 56}Q4 ${y - 14} -124 ${y + 50}Z" fill="#000" opacity=".15" transform="translate(4 9)"/>` +
    `<path d="M-124 ${y}Q4 ${y - 66} 136 ${y + 6}V${y + 56}Q4 ${y - 14} -124 ${y + 50}Z" fill="${trio.ground}"/>` +
    `<path d="M-116 ${y + 10}Q4 ${y - 52} 128 ${y + 16}" fill="none" stroke="${trio.contrast}" stroke-width="4" stroke-dasharray="11 9" opacity=".8"/>` +
    `<rect x="52" y="${y - 32}" width="40" height="52" rx="9" fill="none" stroke="#e8c872" stroke-width="8" transform="rotate(10 72 ${y})"/>`;
  return { ...NOTHING, outline: SOLE, under: sole('#a9744a', '#7d5231'), over: `${band(-112)}${band(6)}` };
}

export function slides(trio: Trio): Footwear {
  return {
    ...NOTHING,
    outline: SOLE,
    under: sole(trio.ground, trio.contrast),
    over:
      `<path d="M-128-96Q4-196 142-88V34Q6-52-122 40Z" fill="#000" opacity=".16" transform="translate(4 11)"/>` +
      `<path d="M-128-96Q4-196 142-88V34Q6-52-122 40Z" fill="${trio.ground}"/>` +
      [0, 26, 52]
        .map(
          (y) =>
            `<path d="M-127 ${-74 + y}Q4 ${-174 + y} 141 ${-66 + y}" fill="none" stroke="${trio.contrast}" stroke-width="10"/>`,
        )
        .join(''),
  };
}

/** Socks with a pattern, a heel and a toe in another colour, and a ribbed cuff. */
export function socks(random: Random, trio: Trio): Footwear {
  const pattern = pick(random, [stripes, dots, diamonds, hearts])(trio);
  const ribs = Array.from({ length: 12 }, (_, rib) => `M${-88 + rib * 16} 430V520`).join('');
  return {
    ...NOTHING,
    outline: SOCK,
    covers: true,
    under:
      `<clipPath id="sock"><path d="${SOCK}"/></clipPath><clipPath id="shaft"><path d="${SHAFT}"/></clipPath>` +
      `<path d="${SOCK}" fill="${trio.ground}"/><g clip-path="url(#sock)">${pattern}` +
      `<path d="M-140-320H150V-214Q0-170-140-222Z" fill="${trio.accent}"/>` +
      `<path d="M110 24C92 92 77 152 74 204C70 260 40 282 0 282C28 268 48 240 52 190C58 130 86 70 110 24Z" fill="#000" opacity=".12"/></g>` +
      `<path d="M-86-236Q-60-268-24-268" fill="none" stroke="#fff" stroke-width="10" stroke-linecap="round" opacity=".35"/>`,
    overLeg:
      `<path d="${SHAFT}" fill="${trio.ground}"/><g clip-path="url(#shaft)">${pattern}` +
      `<path d="M-140 430H140V540H-140Z" fill="${trio.accent}"/><path d="${ribs}" stroke="#000" stroke-opacity=".14" stroke-width="5"/>` +
      `<path d="M30 60H140V540H60Z" fill="#000" opacity=".1"/></g>` +
      `<path d="M-48 124C-32 94 32 94 50 124" fill="none" stroke="#000" stroke-opacity=".14" stroke-width="7" stroke-linecap="round"/>`,
  };
}

function sole(colour: string, edge: string): string {
  return (
    `<path d="${SOLE}" fill="${edge}" transform="translate(3 10)"/><path d="${SOLE}" fill="${colour}"/>` +
    `<path d="${BODY}" fill="#000" opacity=".1" transform="translate(8 8)"/>`
  );
}

function stripes({ contrast }: Trio): string {
  return Array.from(
    { length: 15 },
    (_, row) =>
      `<path d="M-150 ${-230 + row * 52}Q0 ${-258 + row * 52} 150 ${-230 + row * 52}" stroke="${contrast}" stroke-width="20" fill="none"/>`,
  ).join('');
}

function dots({ contrast }: Trio): string {
  return grid((x, y) => `<circle cx="${x}" cy="${y}" r="12" fill="${contrast}"/>`);
}

function diamonds({ contrast, accent }: Trio): string {
  return grid(
    (x, y, row) =>
      `<path d="M${x} ${y - 30}l20 30l-20 30l-20-30Z" fill="${row % 2 ? contrast : accent}" opacity=".85"/>`,
  );
}

function hearts({ contrast }: Trio): string {
  return grid(
    (x, y) =>
      `<path d="M${x} ${y + 14}c-30-18-18-36-8-33q6 1 8 8q2-7 8-8c10-3 22 15-8 33Z" fill="${contrast}"/>`,
  );
}

function grid(draw: (x: number, y: number, row: number) => string): string {
  let drawn = '';
  for (let row = 0; row < 16; row += 1) {
    for (let column = 0; column < 6; column += 1) {
      drawn += draw(-135 + column * 56 + (row % 2) * 28, -270 + row * 52, row);
    }
  }
  return drawn;
}

import { BODY } from './foot.js';
import type { Trio } from './palette.js';
import { pick, type Random } from './random.js';

/** What is drawn under a foot, over it, and over its leg, in the foot's own coordinates. */
export interface Footwear {
  readonly under: string;
  readonly over: string;
  readonly overLeg: string;
  /** Whether the toes are covered, so that no bare foot is drawn. */
  readonly covers: boolean;
}

const NOTHING: Footwear = { under: '', over: '', overLeg: '', covers: false };

/** A sole a little larger than the foot that stands on it. */
const SOLE =
  'M-122-150C-126-250-92-306-44-304C20-304 92-262 130-180C150-130 136-60 124 10C112 80 100 150 98 210C96 280 46 310 0 310' +
  'C-50 310-94 280-96 210C-98 150-96 110-102 60C-112-10-120-80-122-150Z';

/** A foot in a sock: the toes are one round front. */
const SOCK =
  'M-104-118C-112-216-84-288-26-288C50-288 118-214 122-108C128-76 118-38 107 22C94 92 82 152 80 204C76 262 42 284 0 284' +
  'C-38 284-76 262-78 204C-80 160-74 116-84 62C-98-6-101-60-104-118Z';

/** The sock's shaft over the ankle, up to its cuff. */
const SHAFT = 'M-70 96C-82 170-86 240-92 330L-98 520H100L94 330C88 240 82 170 72 96C44 66-42 66-70 96Z';

export function barefoot(): Footwear {
  return NOTHING;
}

export function flipFlops(trio: Trio): Footwear {
  const strap = 'M-30-196C-40-150-86-96-108-34M-30-196C0-150 84-96 122-26';
  return {
    ...NOTHING,
    under: sole(trio.ground, trio.accent),
    over:
      `<path d="${strap}" transform="translate(5 8)" fill="none" stroke="#000" stroke-opacity=".16" stroke-width="26" stroke-linecap="round"/>` +
      `<path d="${strap}" fill="none" stroke="${trio.contrast}" stroke-width="25" stroke-linecap="round"/>` +
      `<path d="${strap}" fill="none" stroke="${trio.accent}" stroke-width="7" stroke-linecap="round"/>` +
      `<circle cx="-30" cy="-194" r="17" fill="${trio.accent}"/>`,
  };
}

export function sandals(trio: Trio): Footwear {
  const band = (y: number) =>
    `<path d="M-124 ${y}Q4 ${y - 66} 136 ${y + 6}V${y + 56}Q4 ${y - 14} -124 ${y + 50}Z" fill="#000" opacity=".15" transform="translate(4 9)"/>` +
    `<path d="M-124 ${y}Q4 ${y - 66} 136 ${y + 6}V${y + 56}Q4 ${y - 14} -124 ${y + 50}Z" fill="${trio.ground}"/>` +
    `<path d="M-116 ${y + 10}Q4 ${y - 52} 128 ${y + 16}" fill="none" stroke="${trio.contrast}" stroke-width="4" stroke-dasharray="11 9" opacity=".8"/>` +
    `<rect x="52" y="${y - 32}" width="40" height="52" rx="9" fill="none" stroke="#e8c872" stroke-width="8" transform="rotate(10 72 ${y})"/>`;
  return { ...NOTHING, under: sole('#a9744a', '#7d5231'), over: `${band(-112)}${band(6)}` };
}

export function slides(trio: Trio): Footwear {
  return {
    ...NOTHING,
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
    covers: true,
    under:
      `<clipPath id="sock"><path d="${SOCK}"/></clipPath><clipPath id="shaft"><path d="${SHAFT}"/></clipPath>` +
      `<path d="${SOCK}" fill="${trio.ground}"/><g clip-path="url(#sock)">${pattern}` +
      `<path d="M-140-320H150V-214Q0-170-140-222Z" fill="${trio.accent}"/>` +
      `<path d="M107 22C94 92 82 152 80 204C76 262 42 284 0 284C30 270 52 240 56 190C60 130 84 70 107 22Z" fill="#000" opacity=".12"/></g>` +
      `<path d="M-86-236Q-60-268-24-268" fill="none" stroke="#fff" stroke-width="10" stroke-linecap="round" opacity=".35"/>`,
    overLeg:
      `<path d="${SHAFT}" fill="${trio.ground}"/><g clip-path="url(#shaft)">${pattern}` +
      `<path d="M-140 430H140V540H-140Z" fill="${trio.accent}"/><path d="${ribs}" stroke="#000" stroke-opacity=".14" stroke-width="5"/>` +
      `<path d="M30 60H140V540H60Z" fill="#000" opacity=".1"/></g>` +
      `<path d="M-60 104C-40 74 40 74 60 104" fill="none" stroke="#000" stroke-opacity=".14" stroke-width="7" stroke-linecap="round"/>`,
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

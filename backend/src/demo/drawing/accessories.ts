import { between, chance, pick, type Random, times } from './random.js';

/** Jewellery, tattoos and plasters on a bare foot, in the foot's coordinates; often none. */
export interface Accessories {
  /** Drawn on the skin, below any straps. */
  readonly onFoot: string;
  readonly onAnkle: string;
}

export const NO_ACCESSORIES: Accessories = { onFoot: '', onAnkle: '' };

export function pickAccessories(random: Random): Accessories {
  return {
    onFoot: (chance(random, 0.14) ? tattoo(random) : '') + (chance(random, 0.1) ? plaster(random) : ''),
    onAnkle: chance(random, 0.28) ? anklet(random) : '',
  };
}

function anklet(random: Random): string {
  const beads = pick(random, [
    ['#f2c14e', '#f2c14e'],
    ['#ffffff', '#2ec4b6'],
    ['#e63946', '#ffd166'],
    ['#3a86ff', '#ffffff'],
    ['#8d5b3f', '#e9d8a6'],
  ]);
  return times(13, (bead) => {
    const angle = Math.PI * (0.06 + (bead / 12) * 0.88);
    return `<circle cx="${2 - Math.cos(angle) * 74}" cy="${250 + Math.sin(angle) * 28}" r="10" fill="${beads[bead % 2] ?? ''}" stroke="#000" stroke-opacity=".15" stroke-width="2"/>`;
  }).join('');
}

function tattoo(random: Random): string {
  const figure = pick(random, [
    'M0-24L7-8L24-7L11 5L15 22L0 12L-15 22L-11 5L-24-7L-7-8Z',
    'M0 22C-34-2-22-28-4-16q4 3 4 8q0-5 4-8C22-28 34-2 0 22Z',
    'M12-22A24 24 0 1 0 12 22A18 18 0 1 1 12-22Z',
  ]);
  return `<path d="${figure}" fill="#1d2b4f" opacity=".55" transform="translate(${between(random, 20, 44)} 20)"/>`;
}

function plaster(random: Random): string {
  const colour = pick(random, ['#f4c7a1', '#7bdff2', '#ffadad', '#bde0a8']);
  return (
    `<g transform="translate(34 -40) rotate(${between(random, -50, 50)})"><rect x="-46" y="-17" width="92" height="34" rx="17" fill="${colour}"/>` +
    `<rect x="-18" y="-17" width="36" height="34" fill="#fff" opacity=".55"/><circle cx="-32" r="3" fill="#000" opacity=".2"/><circle cx="32" r="3" fill="#000" opacity=".2"/></g>`
  );
}

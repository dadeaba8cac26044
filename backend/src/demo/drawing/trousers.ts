import { chance, pick, type Random } from './random.js';

/** A trouser leg from its hem down to the edge of the picture, in the foot's coordinates. */
export function trousers(random: Random): string {
  const hem = pick(random, [330, 380, 430]);
  const [cloth, cuff, seam] = pick(random, [
    ['#3f5f8a', '#7f9cc0', '#e0b35a'],
    ['#22344f', '#55708f', '#d9a441'],
    ['#d8c3a0', '#c8b089', '#a98d61'],
    ['#2e2e36', '#4a4a55', '#77778a'],
    ['#7a8b5c', '#97a87a', '#5c6b42'],
    ['#c9707d', '#e09aa5', '#a34e5c'],
    ['#8cb4c9', '#b5d2e0', '#5e8ba3'],
  ]);
  const turnedUp = chance(random, 0.6);
  return (
    `<path d="M-118 ${hem}Q0 ${hem + 40} 122 ${hem}L150 1300H-146Z" fill="${cloth}"/>` +
    `<path d="M40 ${hem + 28}Q84 ${hem + 20} 122 ${hem}L150 1300H70Z" fill="#000" opacity=".12"/>` +
    (turnedUp
      ? `<path d="M-124 ${hem - 8}Q0 ${hem + 36} 128 ${hem - 8}L134 ${hem + 66}Q0 ${hem + 110} -130 ${hem + 66}Z" fill="${cuff}"/>` +
        `<path d="M-126 ${hem + 52}Q0 ${hem + 96} 130 ${hem + 52}" fill="none" stroke="${seam}" stroke-width="4" stroke-dasharray="12 8"/>`
      : `<path d="M-119 ${hem + 24}Q0 ${hem + 64} 123 ${hem + 24}" fill="none" stroke="${seam}" stroke-width="4" stroke-dasharray="12 8"/>`)
  );
}

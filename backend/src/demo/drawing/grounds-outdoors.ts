import { between, chance, pick, type Random, times } from './random.js';
import type { Canvas } from './canvas.js';

export function beach(random: Random, { width, height }: Canvas): string {
  const sand = pick(random, ['#f2d9a6', '#efd0a0', '#f6e2ba', '#e6c795']);
  const shore = height * between(random, 0.12, 0.26);
  const wave = (y: number, depth: number) =>
    `M0 0V${y}` +
    times(6, (part) => `q${width / 12} ${part % 2 ? -depth : depth} ${width / 6} 0`).join('') +
    `V0Z`;
  const grains = times(
    260,
    () =>
      `<circle cx="${between(random, 0, width)}" cy="${between(random, shore, height)}" r="${between(random, 1.5, 4)}" fill="${pick(random, ['#b98e54', '#fff4d6', '#cfa468'])}" opacity=".55"/>`,
  ).join('');
  return (
    `<rect width="${width}" height="${height}" fill="${sand}"/>${grains}` +
    `<path d="${wave(shore + 54, 34)}" fill="#d2b176" opacity=".55"/><path d="${wave(shore + 26, 30)}" fill="#ffffff"/>` +
    `<path d="${wave(shore, 34)}" fill="#6fd3d6"/><path d="${wave(shore - 60, 28)}" fill="#2fb3c4"/><path d="${wave(shore - 130, 26)}" fill="#1f93b0"/>` +
    times(Math.floor(between(random, 2, 5)), () => shell(random, width, height, shore + 150)).join('') +
    (chance(random, 0.5)
      ? starfish(
          between(random, 0.05, 0.2) * width,
          between(random, 0.45, 0.85) * height,
          pick(random, ['#f2785c', '#f6a04d', '#d95d70']),
        )
      : '')
  );
}

export function grass(random: Random, { width, height }: Canvas): string {
  const [dark, middle, light] = pick(random, [
    ['#4f8f3a', '#65a84a', '#86c465'],
    ['#3f7f46', '#57995a', '#7cba72'],
    ['#7a9a35', '#93b346', '#b4cd68'],
  ]);
  const blades = times(380, () => {
    const x = between(random, -20, width);
    const y = between(random, 0, height + 40);
    const lean = between(random, -16, 16);
    return `<path d="M${x} ${y}q${lean / 3}-24 ${lean}-${between(random, 60, 110)}q${-lean / 6} 50 ${16 - lean} ${between(random, 60, 108)}Z" fill="${pick(random, [dark, light, dark, middle])}"/>`;
  }).join('');
  const flowers = times(Math.floor(between(random, 6, 16)), () =>
    daisy(random, between(random, 0, width), between(random, 0, height)),
  ).join('');
  return `<rect width="${width}" height="${height}" fill="${middle}"/>${blades}${flowers}`;
}

/** Feet up in front of the sea: sky, sun, water, sand. */
export function horizon(random: Random, { width, height }: Canvas): string {
  const [top, bottom, sun, sea] = pick(random, [
    ['#58b7e8', '#d6f1fb', '#fff3b0', '#2a8fbd'],
    ['#f77f6e', '#ffd9a0', '#fff0c2', '#7a5c9e'],
    ['#3d3a78', '#f58f7c', '#ffd27d', '#2c3e78'],
    ['#8fd3f4', '#f7e7ce', '#ffe08a', '#2ba6a4'],
  ]);
  const line = height * between(random, 0.36, 0.48);
  const beachLine = line + height * 0.16;
  const sunX = between(random, 0.2, 0.8) * width;
  const sunY = line - between(random, 0.02, 0.24) * height;
  const clouds = times(3, () => {
    const x = between(random, 0, width);
    const y = between(random, 0.05, 0.24) * height;
    return `<g fill="#fff" opacity=".75"><ellipse cx="${x}" cy="${y}" rx="90" ry="24"/><ellipse cx="${x + 34}" cy="${y - 18}" rx="52" ry="28"/></g>`;
  }).join('');
  const glints = times(26, () => {
    const y = between(random, line + 10, beachLine - 10);
    const x = sunX + between(random, -1, 1) * (40 + (y - line) * 1.6);
    return `<path d="M${x} ${y}h${between(random, 20, 80)}" stroke="#fff" stroke-opacity=".55" stroke-width="5" stroke-linecap="round"/>`;
  }).join('');
  return (
    `<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient>` +
    `<rect width="${width}" height="${line}" fill="url(#sky)"/><circle cx="${sunX}" cy="${sunY}" r="170" fill="${sun}" opacity=".25"/>` +
    `<circle cx="${sunX}" cy="${sunY}" r="92" fill="${sun}"/>${clouds}<rect y="${line}" width="${width}" height="${height}" fill="${sea}"/>${glints}` +
    `<path d="M0 ${beachLine}q${width / 4}-26 ${width / 2} 0t${width / 2} 0V${height}H0Z" fill="#fff" opacity=".85"/>` +
    `<path d="M0 ${beachLine + 20}q${width / 4}-26 ${width / 2} 0t${width / 2} 0V${height}H0Z" fill="#eed3a1"/>`
  );
}

export function pool(random: Random, { width, height }: Canvas): string {
  const [deep, light] = pick(random, [
    ['#29a9d6', '#8fe0f2'],
    ['#22b0a8', '#9ceadf'],
    ['#3b82d0', '#a3cdf6'],
  ]);
  const step = 150;
  const tiles = times(10, (index) => `M${index * step} 0V${height}M0 ${index * step}H${width}`).join('');
  const ripples = times(34, () => {
    const x = between(random, -60, width);
    const y = between(random, 0, height);
    const size = between(random, 50, 130);
    return `<path d="M${x} ${y}q${size / 2} ${-size / 2.4} ${size} 0t${size} ${between(random, -20, 20)}" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="${between(random, 5, 10)}" stroke-linecap="round"/>`;
  }).join('');
  return `<rect width="${width}" height="${height}" fill="${deep}"/><path d="${tiles}" stroke="${light}" stroke-opacity=".45" stroke-width="8"/>${ripples}`;
}

export function autumn(random: Random, { width, height }: Canvas): string {
  const leaves = times(80, () => {
    const colour = pick(random, ['#d1622b', '#e39a2d', '#b23a2e', '#f0c04a', '#8f5a2b']);
    const size = between(random, 0.7, 1.5);
    return (
      `<g transform="translate(${between(random, 0, width)} ${between(random, 0, height)}) rotate(${between(random, 0, 360)}) scale(${size})">` +
      `<path d="M0-58C34-40 40 4 0 52C-40 4-34-40 0-58Z" fill="${colour}"/><path d="M0-44V72M0-14l18-14M0-14l-18-14M0 14l20-16M0 14l-20-16" stroke="#5b3216" stroke-opacity=".5" stroke-width="4" fill="none"/></g>`
    );
  }).join('');
  return `<rect width="${width}" height="${height}" fill="${pick(random, ['#6f5a3c', '#5f6b3a', '#7b5f48'])}"/>${leaves}`;
}

export function daisy(random: Random, x: number, y: number): string {
  const petals = pick(random, ['#ffffff', '#ffffff', '#ffe3ef', '#fff6c9', '#dfe3ff']);
  const size = between(random, 0.7, 1.3);
  return (
    `<g transform="translate(${x} ${y}) scale(${size})">` +
    times(
      8,
      (petal) => `<ellipse cy="-21" rx="9" ry="17" fill="${petals}" transform="rotate(${petal * 45})"/>`,
    ).join('') +
    `<circle r="12" fill="#f6b93b"/></g>`
  );
}

export function starfish(x: number, y: number, colour: string): string {
  const arms = times(
    5,
    (arm) => `<path d="M-24 0Q-14-70 0-92Q14-70 24 0Z" fill="${colour}" transform="rotate(${arm * 72})"/>`,
  ).join('');
  const dots = times(
    5,
    (arm) => `<circle cy="-46" r="6" fill="#fff" opacity=".7" transform="rotate(${arm * 72})"/>`,
  ).join('');
  return `<g transform="translate(${x} ${y}) rotate(18)">${arms}<circle r="26" fill="${colour}"/>${dots}</g>`;
}

function shell(random: Random, width: number, height: number, from: number): string {
  const colour = pick(random, ['#fbe4d8', '#f6c9c0', '#e9d8f0', '#fff6ea']);
  const x = between(random, 0, width);
  const y = between(random, from, height);
  return (
    `<g transform="translate(${x} ${y}) rotate(${between(random, 0, 360)})"><path d="M0 34C-44 10-40-34 0-36C40-34 44 10 0 34Z" fill="${colour}" stroke="#b88c78" stroke-opacity=".5" stroke-width="3"/>` +
    `<path d="M0 32L-22-24M0 32V-34M0 32L22-24" stroke="#b88c78" stroke-opacity=".5" stroke-width="3"/></g>`
  );
}

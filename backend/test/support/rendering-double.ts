import type { RenderRequest } from '../../src/api/pages/rendering-thread.js';

/** In place of the app: what it does is in the address. */
export async function render({ address, position }: RenderRequest): Promise<{ html: string; state: string }> {
  if (address.includes('hangs')) for (;;);
  if (address.includes('ends')) process.exit(3);
  if (address.includes('throws')) throw new Error('the app fails');
  return { html: `<p>${address}</p>`, state: JSON.stringify({ position }) };
}

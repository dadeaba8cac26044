import type { Page } from '@playwright/test';

/** Makes the canvas of the pages that open from now on answer with white, as browsers do that hide it. */
export async function hideCanvas(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { toBlob } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.toBlob = function (this: HTMLCanvasElement, take, type, quality) {
      const pen = this.getContext('2d');
      if (pen) pen.fillStyle = '#fff';
      pen?.fillRect(0, 0, this.width, this.height);
      toBlob.call(this, take, type, quality);
    };
  });
}

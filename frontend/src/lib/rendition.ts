/** The widths in pixels in which every photo is stored. */
export const renditionWidths = [320, 640, 1280] as const;

/** The address of another width of the photo that `imageUrl` (…/1280.webp) names. */
export function renditionUrl(imageUrl: string, width: (typeof renditionWidths)[number]): string {
  return imageUrl.replace(/\/\d+\.webp$/, `/${width}.webp`);
}

/** A `srcset` of all widths of a photo. */
export function renditionSet(imageUrl: string): string {
  return renditionWidths.map((width) => `${renditionUrl(imageUrl, width)} ${width}w`).join(', ');
}

/** Where a person's picture is shown from; null for nobody's. */
export function profilePictureUrl(pictureId: string | null): string | null {
  return pictureId && `/images/${pictureId}/320.webp`;
}

/** The pictures on the page, by their addresses: whether each is blurred, and how to show it. */
export const onPage = new Map<string, { isBlurred: boolean; show: () => void }>();

/** Whether the admin sees a picture of the page. */
export const isShown = (imageUrl: string): boolean => onPage.get(imageUrl)?.isBlurred === false;

/** Shows those of these pictures that are blurred. Returns how many. */
export function showBlurred(imageUrls: readonly string[]): number {
  const blurred = imageUrls.flatMap((imageUrl) => onPage.get(imageUrl) ?? []).filter((one) => one.isBlurred);
  for (const { show } of blurred) show();
  return blurred.length;
}

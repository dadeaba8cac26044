/** A value of an event in words. `format` is the one that the sentence asks for. */
export function valueText(value: unknown, _format: string | null): string {
  if (value === null || value === undefined) return '…';
  if (Array.isArray(value)) return value.map((item) => valueText(item, null)).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** A number of bytes in the largest unit that fits, with one decimal below 10, e.g. "2.4 MB". */
export function formatBytes(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  const amount = bytes / 1000 ** power;
  return new Intl.NumberFormat('en-GB', {
    style: 'unit',
    unit: units[power]!,
    maximumFractionDigits: power > 0 && amount < 10 ? 1 : 0,
  }).format(amount);
}

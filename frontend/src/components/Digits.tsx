/**
 * A number whose digits all take the same width, so that scores stand in columns and do not tremble while they count.
 * Set by hand, as the tabular zero of the display face comes in one weight only. Give the number to screen readers too:
 * these single signs are hidden from them.
 */
export function Digits({ text }: { text: string }) {
  return (
    <span aria-hidden className="forced-colors:system-plateless">
      {Array.from(text, (sign, index) => (
        <span key={index} className={/\d/.test(sign) ? 'inline-block w-[0.7em] text-center' : undefined}>
          {sign}
        </span>
      ))}
    </span>
  );
}

import { useEffect, useState } from 'react';
import { Digits } from './Digits.tsx';

/** How long the counting takes in milliseconds; 0 where motion is not wanted. */
function countingTime(): number {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 900;
}

interface CountUpProps {
  value: number;
  format: (value: number) => string;
}

/** A number that counts up from 0 once; at once where motion is not wanted. Screen readers hear only the end. */
export function CountUp({ value, format }: CountUpProps) {
  const [shown, setShown] = useState(() => (countingTime() === 0 ? value : 0));
  useEffect(() => {
    const duration = countingTime();
    let frame = 0;
    const start = performance.now();
    const step = (now: number): void => {
      const part = duration === 0 ? 1 : Math.min(1, Math.max(0, now - start) / duration);
      setShown(value * (1 - (1 - part) ** 3));
      if (part < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [value]);
  return (
    <>
      <Digits text={format(shown)} />
      <span className="sr-only">{format(value)}</span>
    </>
  );
}

import {
  Bar,
  BarChart,
  type BarShapeProps,
  CartesianGrid,
  Rectangle,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts';

/** A bar. */
export interface Point {
  /** On the axis. */
  name: string;
  value: number;
  /** The value as it is written. */
  text: string;
  /** Whether its time is over. */
  isComplete: boolean;
}

interface BarsOverTimeProps {
  /** For screen readers. */
  label: string;
  points: readonly Point[];
}

const axis = { fill: 'var(--soft)', fontSize: 12 };
const compact = new Intl.NumberFormat('en-GB', { notation: 'compact' });

function shownPoint({ active, payload }: Pick<TooltipContentProps, 'active' | 'payload'>) {
  const [entry] = payload;
  if (!active || !entry) return null;
  const { name, text, isComplete } = entry.payload as Point;
  return (
    <p className="rounded-control border border-ink bg-sheet px-2.5 py-1.5 text-sm">
      <strong>{text}</strong> <span>{`${name}${isComplete ? '' : ', not over'}`}</span>
    </p>
  );
}

function drawnBar({ payload, ...bar }: BarShapeProps) {
  const { isComplete } = payload as Point;
  return (
    <Rectangle
      {...bar}
      fill={isComplete ? 'var(--accent)' : 'var(--wash)'}
      stroke="var(--accent)"
      strokeDasharray={isComplete ? undefined : '3 2'}
    />
  );
}

/** A bar for each point, in the space around it. A bar whose time is not over is drawn as an outline. */
export default function BarsOverTime({ label, points }: BarsOverTimeProps) {
  return (
    <div role="img" aria-label={label} className="h-full">
      <ResponsiveContainer width="100%" height="100%">
        <BarChart
          data={[...points]}
          accessibilityLayer={false}
          margin={{ top: 4, right: 0, bottom: 0, left: 0 }}
        >
          <CartesianGrid vertical={false} stroke="var(--rule)" />
          <XAxis dataKey="name" tick={axis} tickLine={false} stroke="var(--line)" minTickGap={24} />
          <YAxis
            tick={axis}
            tickLine={false}
            axisLine={false}
            width="auto"
            allowDecimals={false}
            tickCount={3}
            tickFormatter={(value: number) => compact.format(value)}
          />
          <Tooltip isAnimationActive={false} cursor={{ fill: 'var(--wash)' }} content={shownPoint} />
          <Bar dataKey="value" isAnimationActive={false} maxBarSize={36} shape={drawnBar} />
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}

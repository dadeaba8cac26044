const places = ['1st', '2nd', '3rd', '4th', '5th'] as const;
const medals = ['bg-gold', 'bg-silver', 'bg-bronze'] as const;

/** The badge of a rated post's place from 1 to 5; the first three in gold, silver and bronze. */
export function RankBadge({ rank }: { rank: number }) {
  const medal = medals[rank - 1];
  return (
    <span
      className={`absolute top-0 left-3 flex h-13 w-11 items-center justify-center pb-2 font-display font-black [clip-path:polygon(0_0,100%_0,100%_100%,50%_80%,0_100%)] ${
        medal ? `${medal} text-on-medal` : 'bg-sheet text-ink'
      }`}
    >
      {places[rank - 1]}
    </span>
  );
}

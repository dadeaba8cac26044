import { DISPLAY, TEXT } from './card-fonts.js';
import { CARD_HEIGHT, CARD_WIDTH, type ShareCard } from './share-card.port.js';

/** The width and height of the photo, in pixels. */
export const PHOTO_SIDE = 542;

export const MARGIN = (CARD_HEIGHT - PHOTO_SIDE) / 2;

/** The colours of the light theme. */
const COLOURS = {
  paper: '#f5efe1',
  sheet: '#fffbf2',
  wash: '#e6e5ee',
  ink: '#221c14',
  soft: '#62574a',
  rule: '#dccfb6',
  accent: '#2536c9',
  medals: ['#e3b341', '#c6c8cb', '#d19463'],
} as const;

const ORDINALS = ['1st', '2nd', '3rd', '4th', '5th'] as const;

/** Pairs of a maximum name length in letters and its font size in pixels. */
const NAME_SIZES = [
  [16, 50],
  [26, 42],
] as const;
const SMALLEST_NAME = 34;

/** The layout of a card: the photo with its ribbon on the left, the rating above the name on the right. */
export function CardFace({ card, name, photo }: CardFaceProps) {
  return (
    <div
      style={{
        display: 'flex',
        width: CARD_WIDTH,
        height: CARD_HEIGHT,
        padding: MARGIN,
        boxSizing: 'border-box',
        background: COLOURS.paper,
        color: COLOURS.ink,
        fontFamily: TEXT,
        fontWeight: 600,
      }}
    >
      <Picture photo={photo} />
      {card.badge && <Ribbon rank={card.badge.rank} />}
      <div
        style={{
          display: 'flex',
          flexDirection: 'column',
          justifyContent: 'space-between',
          flexGrow: 1,
          width: 0,
          marginLeft: MARGIN + 8,
        }}
      >
        <Brand />
        <Rating card={card} />
        {card.sheet && <Sheet scores={card.sheet} />}
        <Author name={name} />
      </div>
    </div>
  );
}

export interface CardFaceProps {
  readonly card: Pick<ShareCard, 'rating' | 'badge' | 'sheet'>;
  /** The name to draw. */
  readonly name: string;
  /** The photo as a `data:` URL, a square of {@link PHOTO_SIDE}; null when there is none. */
  readonly photo: string | null;
}

function Picture({ photo }: Pick<CardFaceProps, 'photo'>) {
  const box = { width: PHOTO_SIDE, height: PHOTO_SIDE, borderRadius: 14, flexShrink: 0 };
  if (photo !== null) return <img src={photo} alt="" width={PHOTO_SIDE} height={PHOTO_SIDE} style={box} />;
  return (
    <div
      style={{
        ...box,
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'center',
        background: COLOURS.wash,
      }}
    >
      <Mark side={220} />
    </div>
  );
}

function Ribbon({ rank }: { rank: number }) {
  return (
    <div
      style={{
        display: 'flex',
        justifyContent: 'center',
        position: 'absolute',
        left: MARGIN + 28,
        top: MARGIN,
        width: 108,
        height: 128,
      }}
    >
      <svg viewBox="0 0 108 128" width="108" height="128" style={{ position: 'absolute', left: 0, top: 0 }}>
        <path d="M0 0h108v128l-54-26-54 26z" fill={COLOURS.medals[rank - 1] ?? COLOURS.sheet} />
      </svg>
      <div
        style={{ position: 'relative', fontFamily: DISPLAY, fontWeight: 800, fontSize: 36, marginTop: 22 }}
      >
        {ORDINALS[rank - 1]}
      </div>
    </div>
  );
}

function Brand() {
  return (
    <div style={{ display: 'flex', alignItems: 'center' }}>
      <Mark side={52} />
      <div
        style={{
          fontFamily: DISPLAY,
          fontWeight: 800,
          fontSize: 40,
          letterSpacing: -0.8,
          marginLeft: 14,
        }}
      >
        Footnote
      </div>
    </div>
  );
}

export function Mark({ side }: { side: number }) {
  return (
    <svg viewBox="0 0 32 32" width={side} height={side}>
      <g fill={COLOURS.accent}>
        <circle cx="8.2" cy="7.6" r="4.3" />
        <circle cx="15.6" cy="4.7" r="2.9" />
        <circle cx="21.2" cy="6" r="2.5" />
        <circle cx="25.4" cy="9" r="2.2" />
        <circle cx="28" cy="13" r="1.9" />
        <path d="M5.6 17.4c2-4.6 12.6-6.4 17.6-2.2 3.6 3 2 6.6-.3 9.4-2 2.4-2.2 6.6-7.6 6.6-5.2 0-6-4.2-6.6-7.2-.5-2.6-4-4-3.1-6.6z" />
      </g>
    </svg>
  );
}

function Rating({ card: { rating, badge, sheet } }: Pick<CardFaceProps, 'card'>) {
  // The score sheet below takes some of the room.
  const scale = sheet ? 0.66 : 1;
  return (
    <div style={{ display: 'flex', flexDirection: 'column' }}>
      {rating ? <Score score={rating.score} scale={scale} /> : <Unrated />}
      <div
        style={{
          fontSize: sheet ? 36 : 44,
          letterSpacing: 2,
          color: COLOURS.accent,
          marginTop: rating ? 0 : 14,
        }}
      >
        {rating ? rating.label : 'Be the first to rate it'}
      </div>
      {badge && (
        <div style={{ fontSize: 32, marginTop: 8 }}>{`${ORDINALS[badge.rank - 1]} ${badge.where}`}</div>
      )}
    </div>
  );
}

/** The category scores, as bars: two in a row. */
function Sheet({ scores }: { scores: NonNullable<ShareCard['sheet']> }) {
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between' }}>
      {Object.entries(scores).map(([name, score]) => (
        <div key={name} style={{ display: 'flex', flexDirection: 'column', width: '47%', marginTop: 10 }}>
          <div style={{ display: 'flex', justifyContent: 'space-between', fontSize: 22 }}>
            <div>{name}</div>
            <div>{score}</div>
          </div>
          <div
            style={{ display: 'flex', height: 10, marginTop: 4, borderRadius: 5, background: COLOURS.rule }}
          >
            <div style={{ width: `${Number(score) * 10}%`, borderRadius: 5, background: COLOURS.accent }} />
          </div>
        </div>
      ))}
    </div>
  );
}

function Score({ score, scale }: { score: string; scale: number }) {
  return (
    <div style={{ display: 'flex', alignItems: 'baseline', fontFamily: DISPLAY, fontWeight: 800 }}>
      <div style={{ fontSize: (score.length > 3 ? 168 : 196) * scale, lineHeight: 1, letterSpacing: -6 }}>
        {score}
      </div>
      <div style={{ fontSize: 58 * scale, lineHeight: 1, color: COLOURS.soft, marginLeft: 14 }}>/10</div>
    </div>
  );
}

function Unrated() {
  return (
    <div style={{ fontFamily: DISPLAY, fontWeight: 800, fontSize: 84, lineHeight: 1.05, letterSpacing: -2 }}>
      Not yet rated
    </div>
  );
}

function Author({ name }: Pick<CardFaceProps, 'name'>) {
  const fontSize = NAME_SIZES.find(([most]) => name.length <= most)?.[1] ?? SMALLEST_NAME;
  return (
    <div
      style={{
        display: 'flex',
        flexDirection: 'column',
        borderTop: `3px solid ${COLOURS.rule}`,
        paddingTop: 18,
      }}
    >
      <div style={{ fontSize: 26, color: COLOURS.soft }}>Photo by</div>
      <div style={{ display: 'block', fontSize, lineHeight: 1.2, lineClamp: 2, wordBreak: 'break-word' }}>
        {name}
      </div>
    </div>
  );
}

/** The layout of the site's own card: its logo and its name above what it is. */
export function SiteFace() {
  return (
    <div
      style={{
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'center',
        width: CARD_WIDTH,
        height: CARD_HEIGHT,
        padding: MARGIN * 2,
        boxSizing: 'border-box',
        background: COLOURS.paper,
        color: COLOURS.ink,
      }}
    >
      <div style={{ display: 'flex', alignItems: 'center' }}>
        <Mark side={150} />
        <div
          style={{ fontFamily: DISPLAY, fontWeight: 800, fontSize: 132, letterSpacing: -4, marginLeft: 36 }}
        >
          Footnote
        </div>
      </div>
      <div
        style={{
          borderTop: `3px solid ${COLOURS.rule}`,
          marginTop: 44,
          paddingTop: 36,
          fontFamily: TEXT,
          fontWeight: 600,
          fontSize: 46,
          lineHeight: 1.3,
          color: COLOURS.soft,
        }}
      >
        Upload a photo of your own feet and get a playful rating out of 10.
      </div>
    </div>
  );
}

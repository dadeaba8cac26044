import { COLOURS, MARGIN, Mark } from './card-face.js';
import { DISPLAY, TEXT } from './card-fonts.js';
import { CARD_HEIGHT, CARD_WIDTH } from './share-card.port.js';

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

import type { CSSProperties } from 'react';

const SANS = "'Hanken Grotesk', 'Helvetica Neue', Helvetica, Arial, sans-serif";
const SERIF = "Besley, Georgia, 'Times New Roman', serif";

/** Light mode. Styles are inline because many mail programs ignore style sheets. */
export const LOOK = {
  paper: {
    margin: 0,
    padding: '24px 12px 32px',
    backgroundColor: '#f5efe1',
    color: '#221c14',
    fontFamily: SANS,
  },
  column: { maxWidth: 520, margin: '0 auto' },
  name: {
    margin: '0 0 12px',
    padding: '0 4px',
    fontFamily: SERIF,
    fontSize: 20,
    lineHeight: '28px',
    fontWeight: 800,
  },
  sheet: {
    padding: '28px 24px 16px',
    backgroundColor: '#fffbf2',
    border: '1px solid #dccfb6',
    borderRadius: 12,
  },
  heading: {
    margin: '0 0 12px',
    fontFamily: SERIF,
    fontSize: 24,
    lineHeight: '32px',
    fontWeight: 700,
    overflowWrap: 'anywhere',
  },
  title: { margin: '0 0 6px', fontSize: 16, lineHeight: '25px', fontWeight: 700, overflowWrap: 'anywhere' },
  titleLink: { color: '#2536c9', textDecoration: 'underline' },
  said: { margin: '0 0 16px', fontSize: 16, lineHeight: '25px', overflowWrap: 'anywhere' },
  list: { margin: '0 0 16px', padding: '0 0 0 20px', fontSize: 16, lineHeight: '25px' },
  item: { margin: '0 0 6px', overflowWrap: 'anywhere' },
  button: {
    margin: '8px 0 24px',
    padding: '14px 24px',
    backgroundColor: '#2536c9',
    color: '#fffaf0',
    borderRadius: 8,
    fontSize: 16,
    fontWeight: 600,
  },
  note: {
    margin: '0 0 12px',
    color: '#62574a',
    fontSize: 14,
    lineHeight: '22px',
    overflowWrap: 'anywhere',
  },
  address: {
    margin: '0 0 12px',
    color: '#62574a',
    fontSize: 12,
    lineHeight: '18px',
    wordBreak: 'break-all',
  },
  footer: { margin: '16px 0 0', padding: '0 4px', color: '#62574a', fontSize: 13, lineHeight: '20px' },
  footerLink: { color: '#2536c9', textDecoration: 'underline' },
} satisfies Record<string, CSSProperties>;

/** Dark mode, for mail programs that support it: the site's own dark colours. */
export const DARK_LOOK = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .paper, .paper > table > tbody > tr > td { background-color: #17140f !important; color: #f4ead8 !important; }
  .sheet { background-color: #211d16 !important; border-color: #3b3428 !important; }
  .ink { color: #f4ead8 !important; }
  .soft { color: #bbae98 !important; }
  .button { background-color: #aab5ff !important; color: #15132c !important; }
  .link { color: #aab5ff !important; }
}
`;

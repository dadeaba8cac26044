import { Fragment } from 'react';
import { Body, Button, Container, Head, Heading, Html, Link, Preview, Section, Text } from 'react-email';
import { DARK_LOOK, LOOK } from './mail-style.js';

interface Titled {
  readonly title: string;
  /** The path that the title leads to. */
  readonly path: string;
  readonly items: readonly string[];
}

/** What a mail says, but for its footer. */
export interface Page {
  /** Also the title. */
  readonly subject: string;
  /** What mail programs show after the subject; by default the first line, or the subject if there is none. */
  readonly preview?: string;
  /** By default the subject. */
  readonly heading?: string;
  /** Paragraphs, lists with one item per line, and lists with a title, before the button. */
  readonly lines: readonly (string | readonly string[] | Titled)[];
  /** The button's label and the path that it leads to. */
  readonly button: readonly [label: string, path: string];
  /** Small print below the button. */
  readonly notes?: readonly string[];
}

interface MailLayoutProps {
  readonly words: Page;
  /** The site's address, without a trailing slash. */
  readonly site: string;
  /** Why the reader gets this mail. */
  readonly reason: string;
  /** The unsubscribe link; null if there is none. */
  readonly unsubscribe: { readonly label: string; readonly link: string } | null;
}

function Items({ items }: Pick<Titled, 'items'>) {
  return (
    <ul className="ink" style={LOOK.list}>
      {items.map((item) => (
        <li key={item} style={LOOK.item}>
          {item}
        </li>
      ))}
    </ul>
  );
}

/** The page of all mails: name, heading, content, one button and footer. No images or other external resources. */
export function MailLayout({ words, site, reason, unsubscribe }: MailLayoutProps) {
  const { subject, heading = subject, lines, button, notes = [] } = words;
  const link = `${site}${button[1]}`;
  const [first] = lines;
  const { preview = typeof first === 'string' ? first : subject } = words;
  return (
    <Html lang="en" dir="ltr">
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{subject}</title>
        <style>{DARK_LOOK}</style>
      </Head>
      <Body className="paper" style={LOOK.paper}>
        <Preview useTitleTag={false}>{preview}</Preview>
        <Container style={LOOK.column}>
          <Text className="ink" style={LOOK.name} data-skip-in-text>
            Footnote
          </Text>
          <Section className="sheet" style={LOOK.sheet}>
            <Heading as="h1" className="ink" style={LOOK.heading}>
              {heading}
            </Heading>
            {lines.map((line) =>
              typeof line === 'string' ? (
                <p key={line} className="ink" style={LOOK.said}>
                  {line}
                </p>
              ) : 'title' in line ? (
                <Fragment key={line.path}>
                  <h2 style={LOOK.title}>
                    <Link className="link" href={`${site}${line.path}`} style={LOOK.titleLink}>
                      {line.title}
                    </Link>
                  </h2>
                  <Items items={line.items} />
                </Fragment>
              ) : (
                <Items key={line[0]} items={line} />
              ),
            )}
            <Button className="button" href={link} style={LOOK.button}>
              {button[0]}
            </Button>
            {notes.map((note) => (
              <Text key={note} className="soft" style={LOOK.note}>
                {note}
              </Text>
            ))}
            <Text className="soft" style={LOOK.address} data-skip-in-text>
              If the button does not work, copy this address:
              <br />
              {link}
            </Text>
          </Section>
          <Text className="soft" style={LOOK.footer}>
            {reason}
          </Text>
          {unsubscribe && (
            <Text className="soft" style={LOOK.footer}>
              <Link className="link" href={unsubscribe.link} style={LOOK.footerLink}>
                {unsubscribe.label}
              </Link>
            </Text>
          )}
        </Container>
      </Body>
    </Html>
  );
}

import { Body, Button, Container, Head, Heading, Html, Link, Preview, Section, Text } from 'react-email';
import type { ReactNode } from 'react';
import { DARK_LOOK, LOOK } from './letter-style.js';

/** The one look of every letter. */
export interface LetterPageProps {
  /** The title of the document. */
  readonly title: string;
  /** What a list of mails shows behind the subject. */
  readonly preview: string;
  readonly heading: string;
  /** Paragraphs or lists before the button. */
  readonly children: ReactNode;
  /** The one thing to do. */
  readonly action: { readonly label: string; readonly link: string };
  /** What is said below the button, more quietly. */
  readonly notes?: readonly string[];
  /** Why the reader has got this. */
  readonly reason: string;
  /** How they get no more of it; null when no more will come. */
  readonly unsubscribe: { readonly label: string; readonly link: string } | null;
}

/** A letter: who writes, one heading, what there is to say, one button, and a plain footer. No image, nothing from elsewhere. */
export function LetterPage(letter: LetterPageProps) {
  const { title, preview, heading, children, action, notes = [], reason, unsubscribe } = letter;
  return (
    <Html lang="en" dir="ltr">
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{title}</title>
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
            {children}
            <Button className="button" href={action.link} style={LOOK.button}>
              {action.label}
            </Button>
            {notes.map((note) => (
              <Text key={note} className="soft" style={LOOK.note}>
                {note}
              </Text>
            ))}
            <Text className="soft" style={LOOK.address} data-skip-in-text>
              If the button does not work, copy this address:
              <br />
              {action.link}
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

/** A paragraph of a letter. */
export function Said({ children }: { readonly children: ReactNode }) {
  return (
    <Text className="ink" style={LOOK.said}>
      {children}
    </Text>
  );
}

/** Several facts of a letter, one a line. */
export function Listed({ lines }: { readonly lines: readonly string[] }) {
  return (
    <ul className="ink" style={LOOK.list}>
      {lines.map((line) => (
        <li key={line} style={LOOK.item}>
          {line}
        </li>
      ))}
    </ul>
  );
}

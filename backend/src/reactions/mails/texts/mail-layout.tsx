import { Body, Button, Container, Head, Heading, Html, Link, Preview, Section, Text } from 'react-email';
import type { ReactNode } from 'react';
import { DARK_LOOK, LOOK } from './mail-style.js';

export interface MailLayoutProps {
  readonly title: string;
  /** Preview text that mail programs show after the subject. */
  readonly preview: string;
  readonly heading: string;
  /** Paragraphs or lists before the button. */
  readonly children: ReactNode;
  readonly action: { readonly label: string; readonly link: string };
  /** Small print below the button. */
  readonly notes?: readonly string[];
  /** Why the reader gets this mail. */
  readonly reason: string;
  /** The unsubscribe link; null if no further mails follow. */
  readonly unsubscribe: { readonly label: string; readonly link: string } | null;
}

/** The page of all mails: name, heading, content, one button and footer. No images or other external resources. */
export function MailLayout(props: MailLayoutProps) {
  const { title, preview, heading, children, action, notes = [], reason, unsubscribe } = props;
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

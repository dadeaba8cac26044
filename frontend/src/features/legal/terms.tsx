import { Link } from '@tanstack/react-router';
import type { LegalSection } from './LegalDocument.tsx';

export const terms: readonly LegalSection[] = [
  {
    title: 'Acceptance of these terms',
    content: (
      <p>
        By confirming the age gate, by uploading a photo or by using any other part of Footnote, you agree to
        these terms. If you do not agree with them, please do not use the site.
      </p>
    ),
  },
  {
    title: 'Eligibility',
    content: (
      <p>
        Footnote is for adults only. You must be at least 18 years old to use it, and by using it you confirm
        that you are.
      </p>
    ),
  },
  {
    title: 'Purpose of the site',
    content: (
      <p>
        Footnote is entertainment: photos of feet get a playful score, and people compare them on a
        leaderboard. It is not an adult, dating or fetish service, and its scores are not medical, cosmetic or
        other professional advice.
      </p>
    ),
  },
  {
    title: 'Accounts',
    content: (
      <>
        <p>
          You can have a photo rated without an account. To publish, like, comment, rate, report or buy, you
          need an account with a verified email address.
        </p>
        <ul>
          <li>Keep your password to yourself. You are responsible for what is done with your account.</li>
          <li>Do not pretend to be somebody else.</li>
          <li>Do not use several accounts to influence ratings.</li>
        </ul>
      </>
    ),
  },
  {
    title: 'Content rules',
    content: (
      <>
        <p>A photo may show feet and nothing else. It must not show:</p>
        <ul>
          <li>faces, people or any identifiable features,</li>
          <li>nudity, sexual or suggestive content,</li>
          <li>violence or anything unlawful,</li>
          <li>anybody under 18.</li>
        </ul>
        <p>It must be your own photo of your own feet, or one that you have permission to use.</p>
      </>
    ),
  },
  {
    title: 'Ratings and comments',
    content: (
      <>
        <p>
          Photos are scored from 0 to 10 by an automatic judge and by other people. You can rate a post once,
          and not your own; a submitted rating cannot be edited. You may upload the same photo again for a new
          rating.
        </p>
        <p>
          Comments are limited to 500 characters and may be filtered automatically. Be kind: no insults, no
          harassment, no personal data, no advertising.
        </p>
      </>
    ),
  },
  {
    title: 'Leaderboard, boosts and donations',
    content: (
      <>
        <p>
          The leaderboard shows published posts by rating or by date. The weekly board starts over every
          Monday; past weeks stay in the archive.
        </p>
        <p>
          A boost gives one post a featured place: a regular boost for 24 hours, a mega boost for 7 days. It
          starts at once when it is applied and cannot be paused or cancelled. A boost that you buy on the
          page of a post is applied as soon as the payment is confirmed. A boost changes where a post is shown
          on the board of all posts, never its rating and never its rank in the week.
        </p>
      </>
    ),
  },
  {
    title: 'Donations',
    content: (
      <p>
        Donations are voluntary and made once. They buy nothing: no upload, no rank on the leaderboard, no
        influence on ratings. They are not refundable, except at our discretion as goodwill.
      </p>
    ),
  },
  {
    title: 'Intellectual property',
    content: (
      <p>
        Your photos and texts stay yours. By publishing them you allow us to store, resize and show them on
        Footnote until you delete them. The name, the design and the software of Footnote are ours.
      </p>
    ),
  },
  {
    title: 'Payments and refunds',
    content: (
      <>
        <p>
          Payments are handled by a card payment provider on its own pages; we never see or store card
          details. Prices and durations may change; the offer shown when you paid applies.
        </p>
        <p>
          A boost that has not been applied can be refunded if you ask within 7 days of the payment. We review
          requests within 5 to 10 business days, and the boost cannot be used meanwhile. A boost that has been
          applied cannot be refunded. Your account may be suspended while a chargeback or payment dispute is
          open.
        </p>
      </>
    ),
  },
  {
    title: 'Moderation',
    content: (
      <p>
        Every photo is checked automatically before it is shown, and people can report what breaks these
        rules. We may refuse, hide or delete content, and we may warn you. Repeated or severe violations can
        lead to a permanent ban.
      </p>
    ),
  },
  {
    title: 'Disclaimers',
    content: (
      <p>
        Footnote is provided as is. We do not promise that it is always available or free of errors, or that a
        score says anything about you. Scores are opinions, and those of a machine are guesses.
      </p>
    ),
  },
  {
    title: 'Limitation of liability',
    content: (
      <p>
        As far as the law allows, we are not liable for indirect or consequential loss that arises from the
        use of Footnote. Nothing in these terms limits rights that you have as a consumer and that cannot be
        limited.
      </p>
    ),
  },
  {
    title: 'Termination',
    content: (
      <p>
        You can stop using Footnote and delete your account whenever you like. We may suspend or close
        accounts that break these terms.
      </p>
    ),
  },
  {
    title: 'Privacy and anti-spam',
    content: (
      <p>
        Our{' '}
        <Link to="/privacypolicy" className="text-link">
          Privacy Policy
        </Link>{' '}
        says which data we process. We send mails about your account and the notifications that you have
        switched on, and nothing else. Unsubscribing is processed within 5 business days.
      </p>
    ),
  },
  {
    title: 'Indemnification',
    content: (
      <p>
        If somebody makes a claim against us because of content that you uploaded, or because you broke these
        terms, you compensate us for the reasonable cost of it.
      </p>
    ),
  },
  {
    title: 'Governing law',
    content: (
      <p>
        These terms are governed by the law of the Australian Capital Territory, Australia, and its courts
        decide disputes.
      </p>
    ),
  },
  {
    title: 'Changes to these terms',
    content: (
      <p>
        We may change these terms. The date at the top shows when they last changed. By using Footnote after a
        change, you accept it.
      </p>
    ),
  },
  {
    title: 'Contact',
    content: <p>Reply to any mail that Footnote has sent you: it reaches the people who run the site.</p>,
  },
];

import type { LegalSection } from './LegalDocument.tsx';

const rows = [
  [
    'AI provider',
    'Rating photos and moderating texts',
    'The photo without its metadata; the text of a comment',
  ],
  ['Card payment provider', 'Boosts and donations', 'Email address, amount, payment id'],
  ['Mail provider', 'Delivering our mails', 'Email address, the text of the mail'],
  [
    'Hosting provider',
    'Running the site and storing photos',
    'Everything named in this policy, on our behalf',
  ],
] as const;

/** The third parties, and the data that each gets. */
function SharingTable() {
  return (
    <table className="w-full border-collapse text-left text-sm sm:text-[0.9375rem]">
      <thead>
        <tr className="border-b-2 border-ink">
          {['Third party', 'Purpose', 'Data shared'].map((title) => (
            <th key={title} scope="col" className="py-2 pr-4 font-bold">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([party, purpose, data]) => (
          <tr key={party} className="border-b border-rule align-top">
            <th scope="row" className="py-2 pr-4 font-semibold">
              {party}
            </th>
            <td className="py-2 pr-4">{purpose}</td>
            <td className="py-2">{data}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export const privacy: readonly LegalSection[] = [
  {
    title: 'Introduction',
    content: (
      <p>
        This policy says what data Footnote stores about you, why, and for how long. We store only what the
        site needs to work.
      </p>
    ),
  },
  {
    title: 'Information we collect',
    content: (
      <ul>
        <li>Your email address and a password that is stored only as a hash.</li>
        <li>
          The photos that you upload, with the time and a moderation score. The file name is not stored, and
          all metadata of a file, such as location and camera, is removed before a photo is stored.
        </li>
        <li>Your ratings, comments, likes and reports.</li>
        <li>
          Boost purchases and donations: amount, time and the provider's payment id. The email address for the
          receipt is stored by the payment provider only.
        </li>
        <li>Session data: browser type, device, country and IP address.</li>
      </ul>
    ),
  },
  {
    title: 'How we use it',
    content: (
      <p>
        To rate and show photos, to run your account, to send you the mails that you asked for, to keep the
        site safe and fair, and to handle payments. We do not sell data, and we show no advertising.
      </p>
    ),
  },
  {
    title: 'Sharing',
    content: (
      <>
        <p>Third parties get only the data that they need:</p>
        <SharingTable />
      </>
    ),
  },
  {
    title: 'Retention',
    content: (
      <ul>
        <li>A photo that nobody publishes is deleted after 24 hours.</li>
        <li>Your profile, posts, photos and comments stay until you delete them or your account.</li>
        <li>A session ends after 30 days without a login.</li>
        <li>
          Our answers to what you do are kept for 24 hours, encrypted, so that nothing is done twice when the
          connection is lost.
        </li>
        <li>
          After you delete your account you have 7 days to change your mind. Then the key to your personal
          data is destroyed, which makes it permanently unreadable: your profile, posts, photos, comments and
          sessions are deleted.
        </li>
        <li>Ratings and likes that you gave remain as anonymous counts.</li>
        <li>
          Records of payments remain, for our books: amount, time and payment id, without your name and email
          address.
        </li>
      </ul>
    ),
  },
  {
    title: 'Security',
    content: (
      <p>
        Connections are encrypted, passwords are hashed, and personal data in our records is encrypted with a
        key for each person. No system is perfectly safe. If an incident affects your data, we will inform
        you.
      </p>
    ),
  },
  {
    title: 'Your rights',
    content: (
      <p>
        You may see, correct, export and delete your data, and object to its use. Contact us if you cannot do
        so in your settings.
      </p>
    ),
  },
  {
    title: 'Cookies and storage',
    content: (
      <>
        <p>We use no tracking and no advertising cookies. The site itself uses:</p>
        <ul>
          <li>a cookie that keeps you signed in, and one that says so to our pages, for 30 days,</li>
          <li>
            a cookie that remembers which photos you uploaded without an account, and a rating you want to
            publish, for 7 days or until you log out,
          </li>
          <li>a cookie that remembers that you registered in this browser, for 7 days,</li>
          <li>a cookie that remembers which checkouts you started in this browser, for 7 days,</li>
          <li>
            a cookie that tells us that you have signed in with this browser before, for 180 days, so that
            strangers who guess your password cannot slow down your sign-in,
          </li>
          <li>
            in your browser's own storage: that you confirmed the age gate, your theme, ratings that you have
            not published, comments that you have not sent, a score that you chose before you signed in, the
            times of the last logout and of the last change of the rating that waits, that your email address
            is not verified yet, and how much space your notices took.
          </li>
        </ul>
      </>
    ),
  },
  {
    title: 'Age requirement',
    content: (
      <p>
        Footnote is for people aged 18 and over. We do not knowingly keep data of anybody younger; tell us if
        you know of any, and we delete it.
      </p>
    ),
  },
  {
    title: 'Content policy',
    content: (
      <p>
        Photos may show feet only: no faces, people or identifiable features. Every photo is checked
        automatically before it is shown. Administrators can see and delete uploads under strict access
        control, and every such action is recorded.
      </p>
    ),
  },
  {
    title: 'International transfers',
    content: (
      <p>
        Some of the providers named above work in other countries. Data that is transferred there is protected
        by contract, as the law of your country requires.
      </p>
    ),
  },
  {
    title: 'Anti-spam',
    content: (
      <p>
        We send only what belongs to your account and the notifications that you have switched on.
        Unsubscribing is processed within 5 business days.
      </p>
    ),
  },
  {
    title: 'Changes to this policy',
    content: <p>When this policy changes, the date at the top changes too.</p>,
  },
  {
    title: 'Contact',
    content: <p>Reply to any mail that Footnote has sent you: it reaches the people who run the site.</p>,
  },
];

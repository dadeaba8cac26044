/** A screen of the frontend, as search engines and link previews see it. */
export interface Screen {
  /** Its path; a segment that starts with a colon matches any segment. */
  readonly path: string;
  /** The title before the name of the site, and the description, as in the frontend's route. */
  readonly title: string;
  readonly description: string;
  /** Whether search engines may index it; private screens are not indexed. */
  readonly isListed: boolean;
}

export const SITE_NAME = 'Footnote';

const listed = (path: string, title: string, description: string): Screen => ({
  path,
  title,
  description,
  isListed: true,
});

const personal = (path: string, title: string, description: string): Screen => ({
  path,
  title,
  description,
  isListed: false,
});

/**
 * All screens except that of a post, which has its own head. `test/api/frontend.spec.ts` compares this table with the
 * routes of the frontend.
 */
export const SCREENS: readonly Screen[] = [
  listed(
    '/',
    SITE_NAME,
    'Upload a photo of your own feet, get a playful AI rating out of 10, and put it on the leaderboard.',
  ),
  listed('/leaderboard', 'Leaderboard', 'The best rated feet of all time and of this week.'),
  listed('/rate', 'Rate', 'Rate the feet of others from 0 to 10, one photo after another.'),
  listed('/boost', 'Boost', 'Put one of your posts at the top of the Footnote leaderboard, or donate.'),
  listed('/login', 'Login', 'Log in to post your rated photos to the Footnote leaderboard.'),
  listed('/register', 'Register', 'Create a Footnote account under a made-up name.'),
  listed('/forgot-password', 'Forgot Password', 'Get a link by mail that sets a new Footnote password.'),
  listed('/user/:userId', 'Profile', 'The posts of one person on Footnote.'),
  listed('/termsofservice', 'Terms of Service', 'The terms under which adults may use Footnote.'),
  listed(
    '/privacypolicy',
    'Privacy Policy',
    'What data Footnote stores about you, why, for how long, and your rights.',
  ),
  personal('/me', 'Me', 'Your own page on Footnote.'),
  personal('/inbox', 'Inbox', 'Your own inbox on Footnote.'),
  personal('/my-posts', 'My Posts', 'Your own posts on Footnote.'),
  personal(
    '/account/settings',
    'Account Settings',
    'Your Footnote account: mails, password, sessions and data.',
  ),
  personal('/account/timeline', 'My Timeline', 'Everything that Footnote has recorded about you, by day.'),
  personal('/profile/settings', 'Profile Settings', 'Your public profile on Footnote.'),
  personal('/reset-password', 'Reset Password', 'Set a new password for your Footnote account.'),
  personal('/verify-email', 'Verify Email', 'Verify the email address of your Footnote account.'),
  personal('/unsubscribe', 'Unsubscribe', 'Choose the mails that Footnote no longer sends you.'),
];

/** The head for an address without a screen. */
export const NO_SCREEN: Omit<Screen, 'path'> = {
  title: 'Page not found',
  description: 'There is nothing at this address.',
  isListed: false,
};

const patterns = SCREENS.map((screen) => ({
  screen,
  pattern: new RegExp(`^${screen.path.replaceAll(/:\w+/g, '[^/]+').replace(/\/$/, '')}/?$`),
}));

/** The screen at a path (without the query), or null. */
export function screenAt(pathname: string): Screen | null {
  return patterns.find(({ pattern }) => pattern.test(pathname))?.screen ?? null;
}

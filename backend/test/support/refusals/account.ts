import { ALREADY_VERIFIED } from '../../../src/domain/account/registration.js';
import { EMAIL_TAKEN } from '../../../src/domain/account/email.js';
import { unique } from '../app.js';
import { mailsTo, tokenIn } from '../mails.js';
import { mailedToken, signedUp, verified } from '../people.js';
import type { Refusals } from './refusal.js';

const newEmail = () => `${unique('ann')}@example.org`;

export const accountRefusals: Refusals = {
  'PUT /api/auth/email': {
    refused: 'Account.ChangeEmail: a verified address',
    call: async (app) => {
      const { browser } = await verified(app, newEmail());
      return browser.put('/api/auth/email', { email: newEmail() });
    },
    status: 409,
    body: { code: 'conflict', message: ALREADY_VERIFIED },
  },
  'POST /api/auth/verify-email': {
    refused: 'Email.ClaimEmail: an address of another account',
    call: async (app) => {
      const email = newEmail();
      const first = await signedUp(app, email);
      const token = await mailedToken(app, email);
      await signedUp(app, email, 'another password');
      const mail = (await mailsTo(app, email, 2)).at(-1);
      await first.browser.verifyEmail(token);
      // It is refused before a password is asked for.
      return app.browser().verifyEmail(tokenIn(mail));
    },
    status: 409,
    body: { code: 'conflict', message: EMAIL_TAKEN },
  },
};

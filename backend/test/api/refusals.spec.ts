import { useApp } from '../support/app.js';
import { accountRefusals } from '../support/refusals/account.js';
import { adminRefusals } from '../support/refusals/admin.js';
import { moderationRefusals } from '../support/refusals/moderation.js';
import { paymentRefusals } from '../support/refusals/payments.js';
import { postRefusals } from '../support/refusals/posts.js';

const refusals = {
  ...accountRefusals,
  ...postRefusals,
  ...moderationRefusals,
  ...paymentRefusals,
  ...adminRefusals,
};

describe('what a command refuses', () => {
  const app = useApp();

  it.each(Object.entries(refusals))('is answered with its status: %s', async (_, refusal) => {
    const { status, body } = await refusal.call(app);
    expect({ status, body }).toMatchObject({ status: refusal.status, body: refusal.body });
  });
});

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OpenAiClient } from '../src/infrastructure/judge/openai-client.js';
import { openStripe } from '../src/infrastructure/payments/stripe-client.js';

describe('requests to other servers', () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(307, { location: '/elsewhere' }).end();
  });
  let url: string;

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => asked.splice(0));
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it.each<[string, () => Promise<unknown>]>([
    [
      'OpenAI',
      () =>
        new OpenAiClient({ apiKey: 'sk-test', baseURL: `${url}/v1` }).tryOnce((sdk, options) =>
          sdk.models.list(options),
        ),
    ],
    ['Stripe', () => openStripe({ secretKey: 'sk_test_1', apiUrl: url, retries: 0 }).balance.retrieve()],
  ])('follow no redirect: %s (V15.3.2)', async (_, ask) => {
    await expect(ask()).rejects.toThrow(/connection/);
    expect(asked).toHaveLength(1);
    expect(asked).not.toContain('/elsewhere');
  });
});

import { useFolder } from '../support/folder.js';
import { steadyPort } from '../support/steady-port.js';
import { SmtpPostOffice } from '../support/smtp.js';
import { ServerProcess, runToEnd, until } from './server-process.js';

const dataDir = useFolder();

it('a server answers while it waits for the log, and says so, until it gives up', async () => {
  const [port, log] = [await steadyPort(), await steadyPort()];
  const ended = runToEnd({
    DATA_DIR: dataDir,
    PORT: String(port),
    EVENTSTORE_URL: `esdb://127.0.0.1:${log}?tls=false`,
    STARTUP_TIMEOUT: '3',
  });
  const statuses = new Set<number>();
  let ready = '';
  await until('it says that it waits for the log', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => null);
    if (answer) statuses.add(answer.status);
    ready = (await answer?.text()) ?? '';
    return ready.includes('waiting for The event log');
  });
  expect(JSON.parse(ready)).toEqual({
    status: 'unavailable',
    problems: [`Footnote is starting: waiting for The event log at 127.0.0.1:${log}: an answer`],
  });
  const { code, output, errors } = await ended;
  expect([...statuses]).toEqual([503]);
  expect(output).toBe('Footnote is starting; /health/ready tells how far it is\n');
  expect([code, errors]).toEqual([1, expect.stringContaining('gave up after 3 s')]);
});

it('a server says at its start why no mail can be sent, and serves', async () => {
  let tries = 0;
  const office = await new SmtpPostOffice({ onClose: () => void (tries += 1) }).listen();
  const url = `smtp://ann:wrong@127.0.0.1:${office.port}`;
  const server = await ServerProcess.start(dataDir, { SMTP_URL: url });
  await until('it has tried', () => tries === 1);
  const { errors } = await server.stop();
  await office.close();
  expect(errors).toMatch(
    /^Mails can't be sent: the mail server refuses the login: check user and password in SMTP_URL, .+\n$/,
  );
});

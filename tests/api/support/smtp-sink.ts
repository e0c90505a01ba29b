import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { callbackify } from 'node:util';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface SmtpSink {
  readonly url: URL;
  readonly mails: readonly Email[];
  readonly raw: readonly string[];
  /**
   * Rejects all further mails if true; accepts mails again if false. With 450, the default, the client may retry; with 550 the
   * rejection is final.
   */
  refuse(isRejecting: boolean, responseCode?: 450 | 550): void;
  /** Holds the final response to all further mails until the returned function is called. */
  hold(): () => void;
  /** Number of mails that have arrived completely and wait for their final response. */
  readonly holding: number;
  close(): Promise<void>;
}

const readWholeStream = async (stream: AsyncIterable<Buffer>): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
};

/** Starts a local mail server that keeps the accepted mails. If `account` is given, clients must sign in with it. */
export async function startSmtpSink(account?: { user: string; pass: string }): Promise<SmtpSink> {
  const mails: Email[] = [];
  const raws: string[] = [];
  let rejection: 450 | 550 | null = null;
  let held = Promise.resolve();
  let holding = 0;
  const receiveMail = async (stream: AsyncIterable<Buffer>) => {
    const raw = await readWholeStream(stream);
    holding += 1;
    await held;
    holding -= 1;
    if (rejection !== null)
      throw Object.assign(new Error('mailbox of persona@prueba.demo is full'), { responseCode: rejection });
    raws.push(raw.toString('latin1'));
    mails.push(await PostalMime.parse(raw));
  };
  const server = new SMTPServer({
    hideSTARTTLS: true,
    ...(account ? { allowInsecureAuth: true } : { disabledCommands: ['AUTH'] }),
    onAuth: ({ username, password }, _session, done) =>
      username === account?.user && password === account?.pass
        ? done(null, { user: username })
        : done(new Error('wrong sign-in')),
    onData: (stream, _session, done) => callbackify(receiveMail)(stream, (error) => done(error)),
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const signIn = account ? `${account.user}:${encodeURIComponent(account.pass)}@` : '';
  return {
    url: new URL(`smtp://${signIn}127.0.0.1:${port}`),
    mails,
    raw: raws,
    get holding() {
      return holding;
    },
    refuse: (next, responseCode = 450) => {
      rejection = next ? responseCode : null;
    },
    hold: () => {
      let release = () => {};
      held = new Promise((resolve) => (release = resolve));
      return release;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

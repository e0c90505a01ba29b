import { describe, expect, it } from 'vitest';
import { isRejectedMail, smtpOptionsOf } from './mailer.ts';

describe('smtpOptionsOf', () => {
  it.each([
    ['smtp://mail.example.com:587', true],
    ['smtp://clinica:hunter2@mail.example.com:587', true],
    ['smtp://clinica:hunter2@relay.example.com?tls=optional', true],
    ['smtp://relay.example.com?tls=optional', false],
    ['smtp://127.0.0.1:2525', false],
  ])('P8.43 the connection to the mail server of SMTP_URL %s requires encryption: %s', (url, requireTLS) => {
    expect(smtpOptionsOf(new URL(url))).toMatchObject({ requireTLS });
  });
});

describe('isRejectedMail', () => {
  it.each([
    ['EENVELOPE', 550, true],
    ['EMESSAGE', 554, true],
    ['EENVELOPE', 450, false],
    ['EAUTH', 535, false],
    ['ETIMEDOUT', undefined, false],
  ])(
    'P11.58 a mail with the error %s and response %s is rejected for good: %s',
    (code, responseCode, isRejected) => {
      expect(isRejectedMail(Object.assign(new Error('failed'), { code, responseCode }))).toBe(isRejected);
    },
  );
});

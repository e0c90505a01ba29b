import { describe, expect, it } from 'vitest';
import { smtpOptionsOf } from './mailer.ts';

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

import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { listInsecureAddressWarnings } from './insecure-addresses.ts';

const S3_VARIABLES_WITHOUT_ENDPOINT = {
  S3_BUCKET: 'clinica',
  S3_REGION: 'us-east-1',
  S3_ACCESS_KEY_ID: 'prueba',
  S3_SECRET_ACCESS_KEY: 'prueba',
};
const variablesWithWarning = (env: Record<string, string>) =>
  listInsecureAddressWarnings(readConfig(env)).map((text) => text.split(' ')[0]);

describe('P10.249 startup warnings about unencrypted addresses', () => {
  it.each([
    [{ PUBLIC_URL: 'http://clinica.example.com' }, ['PUBLIC_URL']],
    [{ ...S3_VARIABLES_WITHOUT_ENDPOINT, S3_ENDPOINT: 'http://s3.example.com' }, ['S3_ENDPOINT']],
    [
      {
        PUBLIC_URL: 'https://clinica.example.com',
        ...S3_VARIABLES_WITHOUT_ENDPOINT,
        S3_ENDPOINT: 'https://s3.example.com',
      },
      [],
    ],
    [
      {
        PUBLIC_URL: 'http://localhost:8080',
        ...S3_VARIABLES_WITHOUT_ENDPOINT,
        S3_ENDPOINT: 'http://127.0.0.1:9000',
      },
      [],
    ],
    [{ PUBLIC_URL: 'http://[::1]:8080' }, []],
    [{}, []],
  ])(
    'P10.249 when it starts with the configuration %j, the server warns about exactly these unencrypted addresses: %j',
    (env, names) => expect(variablesWithWarning(env as Record<string, string>)).toEqual(names),
  );
});

import { createVisitor } from '#tests/support/base/patients.ts';
import { expect, verify, test } from '../fixtures.ts';

test('the app sends the pictures of a registration with the file names of the base contract', async ({
  desk,
  rocio,
  line,
}) => {
  await desk.signIn(rocio);
  await desk.reachConfirmation(createVisitor());
  await desk.takePhoto();
  await desk.signByMouse();
  await desk.picturesAreReady();
  await desk.confirm();
  const nameOf = (kind: 'photo' | 'signature') => line.sent(kind)[0]?.fileName;
  await verify('limits-15', () => expect.poll(() => nameOf('photo')).toBe('photo.jpg'));
  await verify('limits-16', () => expect.poll(() => nameOf('signature')).toMatch(/^signature-\d+(\.png)?$/));
});

import { visitor } from '#tests/support/base/people.ts';
import { expect, test } from './fixtures.ts';
import { WebKitDesk } from './webkit-desk.ts';

const countCopies = async (): Promise<number> => {
  const copies = await (await caches.open('ventanilla-shadow')).keys();
  return copies.filter(({ url }) => new URL(url).pathname.startsWith('/shadow/')).length;
};

// It cannot read a form that holds a file: a copy made of one failed here alone.
test('S25 what waits has its second copy', async ({ webkit, rocio, line }) => {
  const page = await webkit.open();
  await new WebKitDesk(page, line.origin).registerWithoutProvider(rocio, line, [visitor()]);
  await expect.poll(() => page.evaluate(countCopies)).toBe(1);
});

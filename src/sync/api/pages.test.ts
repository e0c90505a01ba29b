import { expect, it, vi } from 'vitest';
import { MAX_LIST_PAGES, findRowInPages, fetchPages } from './pages.ts';

const createListRow = (nth: number) => ({ id: String(nth) });

it('P7 the page reader searches for a row page by page until it has read the total number of rows that the list reports', async () => {
  const ask = vi.fn((page: number) =>
    Promise.resolve({ items: [createListRow(page), createListRow(-page)], total_count: 5 }),
  );
  expect(await findRowInPages('-2', ask)).toEqual(createListRow(-2));
  expect(ask).toHaveBeenCalledTimes(2);
  ask.mockClear();
  expect(await findRowInPages('9', ask)).toBeNull();
  expect(ask).toHaveBeenCalledTimes(3);
});

it('P7 the page reader stops at an empty page, whatever total the list reports', async () => {
  const ask = vi.fn(() => Promise.resolve({ items: [], total_count: 5 }));
  expect(await findRowInPages('1', ask)).toBeNull();
  expect(ask).toHaveBeenCalledOnce();
});

it('P7 the page reader stops an endless list at the maximum number of pages', async () => {
  let pages = 0;
  for await (const rows of fetchPages((page) =>
    Promise.resolve({ items: [createListRow(page)], total_count: 1e9 }),
  ))
    pages += rows.length;
  expect(pages).toBe(MAX_LIST_PAGES);
});

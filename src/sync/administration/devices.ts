import type { Device, DeviceChange, DeviceList, DeviceStatus } from '#contract/records/people/devices.ts';
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '#contract/limits.ts';
import { findInPages } from '../api/pages.ts';
import { sendRequest, responseError } from '../requests/api-request.ts';
import { ifMatchHeader, saveResultOf, type SaveResult } from '../requests/saving.ts';

export interface DeviceFilters {
  readonly q: string;
  /** `retired` returns only retired devices, which no other value returns. */
  readonly standing: DeviceStatus | 'all';
}

async function fetchPage(query: Parameters<typeof sendRequest>[1]): Promise<DeviceList> {
  const response = await sendRequest('listDevices', query);
  if (response.type !== 'ok') throw responseError(response);
  return response.body;
}

/**
 * Returns one page, counted from 1; devices that have stopped reporting come first.
 * @throws Unreachable, Rejected
 */
export const fetchDevices = ({ q, standing }: DeviceFilters, page: number): Promise<DeviceList> =>
  fetchPage({
    query: {
      q: q.trim(),
      standing: standing === 'all' ? '' : standing,
      page,
      page_size: PAGE_SIZE_DEFAULT,
    },
  });

/**
 * Returns the number of devices that have unsent evaluations and have not reported for an hour.
 * @throws Unreachable, Rejected
 */
export const countQuietDevices = async (): Promise<number> =>
  (await fetchPage({ query: { standing: 'quiet', page: 1, page_size: 1 } })).total_count;

/**
 * Returns one device as it is now; null when no device has that id. The API has no call for a single device: the list is read
 * in pages of a hundred, more than a clinic has tablets.
 * @throws Unreachable, Rejected
 */
export const fetchDevice = (id: string): Promise<Device | null> =>
  findInPages(id, (page) => fetchPage({ query: { page, page_size: PAGE_SIZE_MAX, include_inactive: true } }));

/** Changes a device; fields that are absent from `body` stay. The request names the state that it changes. */
export const changeDevice = async (device: Device, body: DeviceChange): Promise<SaveResult<Device>> =>
  saveResultOf(
    await sendRequest('changeDevice', { params: { id: device.id }, headers: ifMatchHeader(device), body }),
  );

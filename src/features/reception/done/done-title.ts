import type { ItemKind } from '#domain/outbox/item.ts';
import type { IconName } from '#ui/display/icon.tsx';
import { isPictureKind, type DeliveryState } from './done-state.ts';

export interface DeliveryTitle {
  readonly title: string;
  readonly icon: IconName;
}

function missingPicturesTitle(kinds: readonly ItemKind[]): string {
  if (kinds.length > 1) return 'Evaluación creada, faltan la foto y la firma';
  return kinds[0] === 'photo' ? 'Evaluación creada, falta la foto' : 'Evaluación creada, falta la firma';
}

export function createDeliveryTitle(state: DeliveryState): DeliveryTitle {
  switch (state.name) {
    case 'saved':
    case 'sending':
    case 'waiting':
    case 'held':
      return { title: 'Evaluación guardada', icon: 'check' };
    case 'created':
    case 'delivered':
      return { title: 'Evaluación creada', icon: 'check' };
    case 'discarded':
      return { title: 'Registro descartado', icon: 'trash' };
    case 'refused': {
      const title = state.kinds.every(isPictureKind)
        ? missingPicturesTitle(state.kinds)
        : 'Evaluación guardada, requiere atención';
      return { title, icon: 'bang' };
    }
  }
}

import type { ComponentType, RefAttributes } from 'react';
import * as library from 'react-signature-canvas';
import type SignatureCanvasClass from 'react-signature-canvas';
import type { ReactSignatureCanvasProps } from 'react-signature-canvas';

export type SignatureCanvasHandle = SignatureCanvasClass;

/**
 * The library is CommonJS: bundlers of "type": "module" projects hand out its whole exports object as the default, and
 * TypeScript does not see it. Both shapes are taken.
 */
const exported = (library as { default: unknown }).default as
  | typeof SignatureCanvasClass
  | { default: typeof SignatureCanvasClass };

export const SignatureCanvas = (typeof exported === 'function'
  ? exported
  : exported.default) as unknown as ComponentType<
  ReactSignatureCanvasProps & RefAttributes<SignatureCanvasHandle>
>;

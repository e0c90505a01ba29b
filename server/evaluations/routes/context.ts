import type { Context } from '../../platform/http/context/context.ts';
import type { RememberedTotals } from '../queries/list/remembered-totals.ts';

export interface EvaluationContext extends Context {
  readonly totals: RememberedTotals;
}

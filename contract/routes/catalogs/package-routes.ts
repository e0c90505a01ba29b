import { ExamPackage, ExamPackageBody, ExamPackages } from '../../records/exam-packages.ts';
import type { Route } from '../definition/route.ts';

export const packageRoutes = {
  listExamPackages: {
    method: 'GET',
    path: '/exam-packages',
    ours: true,
    access: ['register_patients', 'manage_evaluations', 'manage_catalogs'],
    status: 200,
    answer: ExamPackages,
  },
  setExamPackage: {
    method: 'PUT',
    path: '/exam-packages',
    ours: true,
    access: ['manage_catalogs'],
    body: ExamPackageBody,
    status: 200,
    answer: ExamPackage,
    ifMatch: true,
  },
} as const satisfies Record<string, Route>;

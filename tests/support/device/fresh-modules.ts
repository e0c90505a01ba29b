import { vi } from 'vitest';

// Loads the modules again for each test file, because the previous file of this thread has mocked some. The libraries stay loaded.
vi.resetModules();

/** React context with the session, the SDK client and the configuration. */
import type { Octavo } from '@octavo/sdk';
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { LiveEvents } from '../api/live-events.ts';
import type { ServiceMonitor } from '../api/service-monitor.ts';
import type { Uploads } from '../upload/uploads.ts';
import type { DashboardConfig } from './config.ts';
import type { Session, SessionState } from './session.ts';

export type Dashboard = {
  readonly config: DashboardConfig;
  readonly session: Session;
  readonly client: Octavo;
  readonly live: LiveEvents;
  readonly service: ServiceMonitor;
  readonly uploads: Uploads;
};

export const DashboardContext = createContext<Dashboard | null>(null);

export function useDashboard(): Dashboard {
  const dashboard = useContext(DashboardContext);
  if (dashboard === null) throw new Error('useDashboard outside of its context');
  return dashboard;
}

/** The SDK client of the signed-in user. All API access goes through it. */
export const useClient = (): Octavo => useDashboard().client;

export function useSessionState(): SessionState {
  const { session } = useDashboard();
  return useSyncExternalStore(session.subscribe, () => session.state);
}

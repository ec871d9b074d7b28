package dev.sandboxed.conformance;

import dev.sandboxed.conformance.examination.Candidate;
import dev.sandboxed.conformance.examination.ExaminationExtension;
import dev.sandboxed.conformance.internal.clauses.ArgumentClauses;
import dev.sandboxed.conformance.internal.clauses.ClosingClauses;
import dev.sandboxed.conformance.internal.clauses.CreationClauses;
import dev.sandboxed.conformance.internal.clauses.DiskClauses;
import dev.sandboxed.conformance.internal.clauses.ExitClauses;
import dev.sandboxed.conformance.internal.clauses.FileClauses;
import dev.sandboxed.conformance.internal.clauses.FolderClauses;
import dev.sandboxed.conformance.internal.clauses.HealthClauses;
import dev.sandboxed.conformance.internal.clauses.InfoClauses;
import dev.sandboxed.conformance.internal.clauses.InputClauses;
import dev.sandboxed.conformance.internal.clauses.IsolationClauses;
import dev.sandboxed.conformance.internal.clauses.LifeClauses;
import dev.sandboxed.conformance.internal.clauses.LimitClauses;
import dev.sandboxed.conformance.internal.clauses.OutputClauses;
import dev.sandboxed.conformance.internal.clauses.ReapClauses;
import dev.sandboxed.conformance.internal.clauses.StreamClauses;
import dev.sandboxed.conformance.internal.clauses.TerminalClauses;
import dev.sandboxed.conformance.internal.clauses.TimeoutClauses;
import dev.sandboxed.conformance.internal.clauses.TransferClauses;
import dev.sandboxed.conformance.internal.clauses.host.HostGuardClauses;
import dev.sandboxed.conformance.internal.clauses.network.CredentialClauses;
import dev.sandboxed.conformance.internal.clauses.network.NetworkClauses;
import dev.sandboxed.conformance.internal.clauses.network.TrafficClauses;
import dev.sandboxed.conformance.internal.clauses.state.MemoryClauses;
import dev.sandboxed.conformance.internal.clauses.state.PauseClauses;
import dev.sandboxed.conformance.internal.clauses.state.SnapshotClauses;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The whole contract as one test class, for the suite of a provider. Extend it and say which provider:
 *
 * <pre>{@code
 * class MyProviderConformanceTests extends ProviderConformance {
 *     @Override
 *     public SandboxProviderFactory factory() {
 *         return new MyProviderFactory();
 *     }
 * }
 * }</pre>
 *
 * <p>A clause that the provider does not claim is skipped, with that reason. A clause that it claims and breaks fails, with
 * the promise and what came instead. Override {@link #settings()} to announce failures, to hand settings to the provider,
 * or to stretch every deadline on a slow machine.
 *
 * <p>The class fails as a whole if the provider does not work on this host, or leaves something behind.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@DisplayNameGeneration(ClauseNames.class)
@ExtendWith(ExaminationExtension.class)
public abstract class ProviderConformance
        implements Candidate,
                CreationClauses,
                LifeClauses,
                ClosingClauses,
                ArgumentClauses,
                ExitClauses,
                OutputClauses,
                InputClauses,
                TimeoutClauses,
                StreamClauses,
                TerminalClauses,
                FileClauses,
                FolderClauses,
                TransferClauses,
                HostGuardClauses,
                LimitClauses,
                DiskClauses,
                NetworkClauses,
                TrafficClauses,
                CredentialClauses,
                IsolationClauses,
                SnapshotClauses,
                MemoryClauses,
                PauseClauses,
                HealthClauses,
                ReapClauses,
                InfoClauses {}

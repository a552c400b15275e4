"""The hooks of agents: an event of theirs becomes a question, and what the person says a decision.

Each agent is a module: what its events mean, and how it wants to be told. What their tools do is
shown by `tools`. The contracts are as these versions had them: Claude Code 2.1.197, Codex 0.169.0,
Gemini CLI 0.61.0, OpenCode 1.18.33; Cursor's and VS Code's are from their documents.

Two kinds of event, and what it means that nobody decided: where the agent asks by itself next,
nothing is printed, and it does. Where silence would let the tool run, the hook says no, or *ask*.
"""

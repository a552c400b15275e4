"""Hooks of agents: an agent's event becomes a question to the person, and the answer a decision.

Each agent has a module, which knows what its events mean and what replies it expects; `tools` shows
what a tool call would do. The contracts are those of Claude Code 2.1.197, Codex 0.169.0, Gemini CLI
0.61.0 and OpenCode 1.18.33; Cursor's and VS Code's are from their documents.

There are two kinds of event, which differ when nobody decides. If the agent then asks by itself,
the hook prints nothing. If silence would let the tool run, the hook answers no, or *ask*.
"""

"""Assign the capstone "Telemetry": a plan for a brief of the student's own."""
